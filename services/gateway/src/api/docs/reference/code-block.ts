import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import plaintext from 'highlight.js/lib/languages/plaintext';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { type SampleLanguage, type Samples, sampleLanguages } from './code-samples.ts';

const syntaxes = { bash, ini, javascript, json, php, plaintext, python, typescript, yaml };
for (const [name, syntax] of Object.entries(syntaxes)) hljs.registerLanguage(name, syntax);
export type Syntax = keyof typeof syntaxes;

const sampleSyntaxes: Record<SampleLanguage, Syntax> = {
  curl: 'bash',
  node: 'javascript',
  python: 'python',
  cli: 'bash',
};

/** Renders a titled block of highlighted code. The page's script adds a button that copies it. */
export function codeBlock(title: string, syntax: Syntax, code: string): string {
  return `<figure class="code"><figcaption class="bar">${title}</figcaption>${preformatted(title, syntax, code)}</figure>`;
}

/** A code sample in one language. */
export interface CodeTab {
  language: SampleLanguage;
  code: string;
  /** HTML that is shown above the code, for example how to install a package. */
  note?: string;
}

/**
 * Renders one code sample in several languages. The language is selected with radio buttons, which work without
 * scripts.
 * @param id identifies the sample on the page
 */
export function tabBlock(id: string, tabs: readonly CodeTab[]): string {
  const choices = tabs.map(
    ({ language }, index) =>
      `<label><input type="radio" name="${id}-language" value="${language}"${index === 0 ? ' checked' : ''}>${sampleLanguages[language]}</label>`,
  );
  const blocks = tabs.map(
    ({ language, code, note }) =>
      `<div data-language="${language}">${note ? `<p class="note">${note}</p>` : ''}${preformatted(sampleLanguages[language], sampleSyntaxes[language], code)}</div>`,
  );
  return `<div class="code sample"><div class="bar"><div role="radiogroup" aria-label="Language">${choices.join('')}</div></div>${blocks.join('')}</div>`;
}

/** Renders the samples of an operation, in the order of `sampleLanguages`. */
export function sampleBlock(id: string, samples: Samples): string {
  const languages = Object.keys(sampleLanguages).filter(
    (language): language is SampleLanguage => language in samples,
  );
  return tabBlock(
    id,
    languages.map((language) => ({ language, code: samples[language] ?? '' })),
  );
}

function preformatted(label: string, syntax: Syntax, code: string): string {
  const { value } = hljs.highlight(code, { language: syntax });
  return `<pre tabindex="0" aria-label="${label}"><code>${value}</code></pre>`;
}
