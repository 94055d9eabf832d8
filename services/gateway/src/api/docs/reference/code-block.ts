import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import { type SampleLanguage, type Samples, sampleLanguages } from './code-samples.ts';

hljs.registerLanguage('bash', bash);
hljs.registerLanguage('javascript', javascript);
hljs.registerLanguage('json', json);
hljs.registerLanguage('python', python);

const syntaxes: Record<SampleLanguage, string> = { curl: 'bash', node: 'javascript', python: 'python' };

/** Renders a titled block of highlighted code. The page's script adds a button that copies it. */
export function codeBlock(title: string, syntax: string, code: string): string {
  return `<figure class="code"><figcaption class="bar">${title}</figcaption>${preformatted(title, syntax, code)}</figure>`;
}

/**
 * Renders one code sample in several languages. The language is selected with radio buttons, which work without
 * scripts.
 * @param id identifies the sample on the page
 */
export function sampleBlock(id: string, samples: Samples): string {
  const languages = Object.keys(sampleLanguages).filter(
    (language): language is SampleLanguage => language in samples,
  );
  const choices = languages.map(
    (language, index) =>
      `<label><input type="radio" name="${id}-language" value="${language}"${index === 0 ? ' checked' : ''}>${sampleLanguages[language]}</label>`,
  );
  const blocks = languages.map(
    (language) =>
      `<div data-language="${language}">${preformatted(sampleLanguages[language], syntaxes[language], samples[language] ?? '')}</div>`,
  );
  return `<div class="code sample"><div class="bar"><div role="radiogroup" aria-label="Language">${choices.join('')}</div></div>${blocks.join('')}</div>`;
}

function preformatted(label: string, syntax: string, code: string): string {
  const { value } = hljs.highlight(code, { language: syntax });
  return `<pre tabindex="0" aria-label="${label}"><code>${value}</code></pre>`;
}
