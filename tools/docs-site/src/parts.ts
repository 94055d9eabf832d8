/**
 * A part of a page: Markdown that is taken from a file of the repository, so that each text is written once. Sections
 * are named by their headings.
 */
export interface Part {
  /** Path of the Markdown file, relative to the root of the repository. */
  file: string;
  /** Sections to take. If undefined, the whole file without its title is taken. */
  sections?: readonly string[];
  /** Sections to leave out, at any depth. */
  without: readonly string[];
  /** Whether the headings of the sections are left out, because the title of the page replaces them. */
  isUnwrapped: boolean;
  /** Whether the build leaves the part out if the file or a section does not exist. */
  isOptional: boolean;
}

interface Choice {
  without?: readonly string[];
  isOptional?: boolean;
}

const complete = (part: Partial<Part> & { file: string }): Part => ({
  without: [],
  isUnwrapped: false,
  isOptional: false,
  ...part,
});

/** Takes a whole file except its title and the sections named in `without`. */
export const wholeFile = (file: string, choice: Choice = {}): Part => complete({ file, ...choice });

/** Takes the named sections, in this order, with their headings. */
export const sectionsOf = (file: string, sections: readonly string[], choice: Choice = {}): Part =>
  complete({ file, sections, ...choice });

/** Takes the content of a section without its heading, for a page that consists of this section. */
export const contentOf = (file: string, section: string, choice: Choice = {}): Part =>
  complete({ file, sections: [section], isUnwrapped: true, ...choice });
