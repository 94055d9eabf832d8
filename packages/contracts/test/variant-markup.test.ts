import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import type { MarkupGroup, MarkupOptions } from '../src/markup-options.ts';
import { toMarkup, type VariantMarkup } from '../src/variant-markup.ts';

type Format = MarkupGroup['files'][number]['format'];

const placeholderUrl = 'data:image/png;base64,iVBORw0KGgo=';
const files = (format: Format, widths: number[]) =>
  widths.map((widthPx) => ({ format, widthPx, heightPx: Math.round((widthPx * 2) / 3) }));
const group = (...lists: MarkupGroup['files'][]): MarkupGroup => ({ files: lists.flat(), placeholderUrl });

const widths = [400, 800, 1_000, 1_601];
const full = group(files('avif', [400, 1_000, 1_601]), files('webp', widths), files('jpeg', widths));
const photo = { originalFilename: 'photo.jpg' };

const groups: Record<string, [MarkupGroup, MarkupOptions]> = {
  'three formats': [full, photo],
  'three formats and all options': [
    full,
    { ...photo, baseUrl: '/images', alt: 'A "harbor" & <boats>', sizes: '(min-width: 60em) 50vw, 100vw' },
  ],
  'one width': [group(files('avif', [640]), files('jpeg', [640])), photo],
  'a transparent image': [group(files('webp', [300, 600]), files('png', [300, 600])), photo],
  'only the fallback': [group(files('jpeg', [400, 800])), photo],
  'two densities': [full, { ...photo, maxDensity: 2 }],
  'JPEG XL': [group(files('jxl', [400, 800]), files('jpeg', [400, 800])), photo],
  'a hostile name': [
    full,
    { originalFilename: `"><script>' , (1) 100% & \${x}\`é写真\n\ud800.jpg`, alt: '"><script>\n\n{x}' },
  ],
  'a hostile folder': [full, { ...photo, baseUrl: `https://cdn.example/a "b",('c')/\${x}\`%20&amp;/` }],
  'a name of digits': [full, { originalFilename: '2024-07.jpg' }],
  'a name without letters of ASCII': [full, { originalFilename: '写真.jpg' }],
};
const cases = Object.entries(groups).map(([name, [variants, options]]) => ({
  name,
  variants,
  options,
  markup: toMarkup(variants, options),
}));

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // The placeholder and the aspect ratio belong to one image, so they cannot be in a style sheet.
  rules: { 'no-inline-style': 'off' },
});

/** Reads all attributes of the elements with a name, with their entities decoded. */
function elementsOf(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\s([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        decoded(value).replace(/\s+/g, ' ').trim(),
      ]),
    ),
  );
}

const decoded = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Splits a srcset as browsers do: at whitespace, with a comma at the end of a candidate. */
function candidatesOf(srcset: string): { url: string; widthPx: number }[] {
  return srcset
    .trim()
    .split(/,\s+/)
    .map((candidate) => {
      const [, url = '', width = ''] = /^(\S+)\s+(\d+)w$/.exec(candidate) ?? [];
      return { url, widthPx: Number(width) };
    });
}

/** Runs the loader of a Next.js snippet. */
function loadWithNextJs(nextJs: string, src: string, width: number): string {
  const widthsCode = /^const widths = .*$/m.exec(nextJs)?.[0];
  const loader = /loader=\{(.*)\}$/m.exec(nextJs)?.[1];
  return new Function(`${widthsCode}; return (${loader})(${JSON.stringify({ src, width })});`)() as string;
}

describe.each(cases)('the markup of $name', ({ variants, options, markup }) => {
  it.each(['html', 'markdown'] as const)('is valid HTML (%s)', async (form) => {
    const report = await validator.validateString(markup[form]);
    expect(report.results.flatMap(({ messages }) => messages)).toEqual([]);
  });

  it('offers each file once, with its width, in the order of the group', () => {
    const elements = [...elementsOf(markup.html, 'source'), ...elementsOf(markup.html, 'img')];
    const offered = elements.flatMap(({ srcset = '' }) => candidatesOf(srcset));
    expect(offered.map(({ widthPx }) => widthPx)).toEqual(variants.files.map(({ widthPx }) => widthPx));
    const stem = options.originalFilename.replace(/\.jpg$/, '').toWellFormed();
    const names = offered.map(({ url }) => decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)));
    const endings = { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'avif', jxl: 'jxl' };
    expect(names).toEqual(
      variants.files.map(({ widthPx, format }) => `${stem}-${widthPx}w.${endings[format]}`),
    );
  });

  it('contains URLs that need no quotes in srcset, CSS and JavaScript', () => {
    const urls = [...elementsOf(markup.html, 'source'), ...elementsOf(markup.html, 'img')].flatMap(
      ({ srcset = '' }) => candidatesOf(srcset).map(({ url }) => url),
    );
    for (const url of urls) expect(url).toMatch(/^[\w.~%/:;@&=+$?#-]+$/);
  });

  it('has the same elements in Markdown, without a blank line that would end the block', () => {
    expect(markup.markdown.trimEnd()).not.toMatch(/\n\s*\n/);
    expect(markup.markdown).toMatch(/^<picture>\n/);
    for (const name of ['source', 'img']) {
      const [one, other] = [markup.html, markup.markdown].map((html) => elementsOf(html, name));
      expect(other).toEqual(one);
    }
  });

  it('has a loader for Next.js that returns the narrowest file of at least the width', () => {
    const format = variants.files.some((file) => file.format === 'webp') ? 'webp' : 'fallback';
    const [image = {}] = elementsOf(markup.html, 'img');
    const [webp = {}] = elementsOf(markup.html, 'source').filter(({ type }) => type === 'image/webp');
    const candidates = candidatesOf((format === 'webp' ? webp : image).srcset ?? '');
    const src = /src="([^"]*)"/.exec(markup.nextJs)?.[1] ?? '';
    for (const width of [16, 400, 401, 640, 800, 1_601, 3_840]) {
      const expected = candidates.find(({ widthPx }) => widthPx >= width) ?? candidates.at(-1);
      expect(loadWithNextJs(markup.nextJs, src, width)).toBe(expected?.url);
    }
  });

  it('has CSS that offers the widest file to the densest screens', () => {
    const urls = [...markup.css.matchAll(/url\("([^"]+)"\) type\("([^"]+)"\) (\d)x/g)];
    const formats = new Set(variants.files.map(({ format }) => `image/${format}`));
    expect(new Set(urls.map(([, , type]) => type))).toEqual(formats);
    const widest = Math.max(...variants.files.map(({ widthPx }) => widthPx));
    for (const format of formats) {
      const last = urls.findLast(([, , type]) => type === format);
      expect(last?.[1]).toContain(`-${widest}w.`);
    }
    expect(markup.css).toMatch(/^\.[a-z][a-z0-9-]* \{$/m);
  });
});

describe('the markup', () => {
  const markupOf = (name: string): VariantMarkup => {
    const found = cases.find((one) => one.name === name);
    if (!found) throw new Error(`no group is called ${name}`);
    return found.markup;
  };

  it('reads well', () => {
    const all = markupOf('three formats and all options');
    expect(`${all.html}\n${all.markdown}\n${all.nextJs}\n${all.css}`).toMatchSnapshot();
  });

  it('sets the size on the page to that of the widest variant, divided by the density', () => {
    const [image] = elementsOf(markupOf('three formats').html, 'img');
    expect(image).toMatchObject({
      width: '1601',
      height: '1067',
      sizes: '(max-width: 1601px) 100vw, 1601px',
    });
    const [dense] = elementsOf(markupOf('two densities').html, 'img');
    expect(dense).toMatchObject({ width: '801', height: '534', sizes: '(max-width: 801px) 100vw, 801px' });
    expect(dense?.style).toContain('aspect-ratio: 1601 / 1067');
  });

  it('has a medium fallback in src, for programs that ignore srcset', () => {
    expect(elementsOf(markupOf('three formats').html, 'img')[0]?.src).toBe('photo-800w.jpg');
    expect(elementsOf(markupOf('one width').html, 'img')[0]?.src).toBe('photo-640w.jpg');
  });

  it('shows a placeholder, but not behind a transparent image', () => {
    expect(markupOf('three formats').html).toContain(`url(${placeholderUrl})`);
    expect(markupOf('a transparent image').html).not.toContain('background');
    expect(markupOf('a transparent image').nextJs).toContain(`blurDataURL="${placeholderUrl}"`);
  });

  it('keeps what is encoded in the URL of the folder', () => {
    const [image] = elementsOf(markupOf('a hostile folder').html, 'img');
    expect(image?.src).toBe(
      'https://cdn.example/a%20%22b%22%2C%28%27c%27%29/$%7Bx%7D%60%20&amp;/photo-800w.jpg',
    );
  });

  it('escapes the alternative text', () => {
    const { html, nextJs } = markupOf('a hostile name');
    expect(elementsOf(html, 'img')[0]?.alt).toBe('"><script> {x}');
    expect(nextJs).toContain('alt="&quot;&gt;&lt;script&gt; {x}"');
    expect(`${html}${nextJs}`).not.toContain('<script');
  });

  it('rejects a group without a JPEG or PNG', () => {
    expect(() => toMarkup(group(files('webp', [400])), photo)).toThrow(RangeError);
  });
});
