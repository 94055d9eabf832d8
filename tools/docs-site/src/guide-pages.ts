import type { Area } from './areas.ts';
import { contentOf, sectionsOf, wholeFile } from './parts.ts';

const api = 'docs/api.md';
const client = 'packages/client/README.md';

/** Sections of the API guide that are pages of their own, or belong to a page of another area. */
const otherPages = [
  'Quick start',
  'Variants',
  'Errors',
  'Webhooks',
  'Delivery to your storage',
  'Clients of `POST /shrink`',
  'Command line',
  'For operators',
];

/** Pages for those who use Gossamer: with the web app, the API, the client and the command line. */
export const guide: Area = {
  name: 'guide',
  title: 'Guide',
  groups: [
    {
      title: 'Start',
      pages: [
        {
          name: 'quick-start',
          title: 'Quick start',
          description: 'Compress a first image with curl, Node.js, Python or the command line.',
          parts: [contentOf(api, 'Quick start')],
        },
        {
          name: 'api',
          title: 'API guide',
          description: 'Keys, options, waiting, batches, retries, limits: how to use the API well.',
          parts: [wholeFile(api, { without: otherPages })],
        },
        {
          name: 'errors',
          title: 'Errors and retries',
          description: 'The form of every error, which ones to retry, and a function that does it.',
          parts: [contentOf(api, 'Errors')],
        },
      ],
    },
    {
      title: 'Features',
      pages: [
        {
          name: 'variants',
          title: 'Images for web pages',
          description: 'One upload becomes all widths and formats that a page needs, with its markup.',
          parts: [wholeFile('docs/variants.md'), sectionsOf(api, ['Variants'])],
        },
        {
          name: 'webhooks',
          title: 'Webhooks',
          description: 'Signed messages to your server when jobs complete or fail.',
          parts: [contentOf(api, 'Webhooks')],
        },
        {
          name: 'delivery',
          title: 'Delivery to your storage',
          description:
            'Send results straight to a bucket of S3-compatible storage, without handing out keys.',
          parts: [contentOf(api, 'Delivery to your storage')],
        },
      ],
    },
    {
      title: 'Tools',
      pages: [
        {
          name: 'client',
          title: 'TypeScript client',
          description: 'The npm package for Node.js and browsers: methods, options, errors, webhooks.',
          parts: [
            wholeFile(client, {
              without: ['Build tools', 'Command line', 'For agents (MCP)', 'Development'],
            }),
          ],
        },
        {
          name: 'cli',
          title: 'Command line',
          description: 'Compress folders from a terminal or a script, in the cloud or on your computer.',
          parts: [contentOf(client, 'Command line')],
          replaces: ['docs/api.md#command-line'],
        },
        {
          name: 'ci',
          title: 'CI action',
          description: 'Fail or warn in a pull request when an image could be smaller.',
          parts: [wholeFile('packages/action/README.md', { without: ['Development'] })],
        },
        {
          name: 'build-tools',
          title: 'Vite and Next.js',
          description: 'Plugins that compress the images of a site while it is built, each image once.',
          parts: [wholeFile('docs/build-tools.md')],
        },
        {
          name: 'mcp',
          title: 'Agents (MCP)',
          description: 'Let an agent compress images as a tool, through the Model Context Protocol.',
          parts: [contentOf(client, 'For agents (MCP)')],
        },
        {
          name: 'local-engine',
          title: 'Local engine',
          description: 'The engine as an npm package: compress on your own computer, without an account.',
          parts: [wholeFile('packages/local-engine/README.md', { without: ['Development'] })],
        },
      ],
    },
    {
      title: 'Recipes',
      pages: [
        {
          name: 'recipes/wordpress',
          title: 'WordPress',
          description: 'Compress all images of a site, or each new one, without a change in the database.',
          parts: [wholeFile('docs/recipes/wordpress.md')],
        },
        {
          name: 'recipes/shops',
          title: 'Product images of a shop',
          description: 'From the list of an export to images that can be imported again, in three commands.',
          parts: [wholeFile('docs/recipes/shops.md')],
        },
        {
          name: 'recipes/curl',
          title: 'Folders with curl',
          description: 'A shell and curl compress a folder, in a cron job or on a server without Node.js.',
          parts: [wholeFile('docs/recipes/curl.md')],
        },
        {
          name: 'recipes/python',
          title: 'Python',
          description: 'A script that compresses a folder and needs no packages.',
          parts: [wholeFile('docs/recipes/python.md')],
        },
        {
          name: 'recipes/php',
          title: 'PHP',
          description: 'Two functions that need neither Composer nor an extension.',
          parts: [wholeFile('docs/recipes/php.md')],
        },
      ],
    },
    {
      title: 'Moving to Gossamer',
      pages: [
        {
          name: 'migrate/tinypng',
          title: 'From TinyPNG',
          description: 'Keep your TinyPNG client and change its address, or move to the API step by step.',
          parts: [wholeFile('docs/migration/tinypng.md'), sectionsOf(api, ['Clients of `POST /shrink`'])],
        },
        {
          name: 'migrate/shortpixel',
          title: 'From ShortPixel',
          description: 'Which call of the Reducer API corresponds to which call here, and what is missing.',
          parts: [wholeFile('docs/migration/shortpixel.md')],
        },
        {
          name: 'migrate/cloudinary',
          title: 'From Cloudinary',
          description: 'Replace delivery URLs with variants that you host, and know what is missing.',
          parts: [wholeFile('docs/migration/cloudinary.md')],
        },
      ],
    },
    {
      title: 'Reference',
      pages: [
        {
          name: 'benchmark',
          title: 'Benchmark',
          description: 'Bytes at equal quality beside other tools, image by image, for anyone to repeat.',
          parts: [wholeFile('docs/benchmark.md')],
        },
        {
          name: 'security',
          title: 'Security',
          description:
            'How images, accounts and keys are protected, what is missing, and how to report a problem.',
          parts: [
            sectionsOf('docs/security.md', [
              'In short',
              'Who may do what',
              'How callers authenticate',
              'Data',
              'What a request may hold',
              'What is not there',
            ]),
            wholeFile('SECURITY.md'),
          ],
        },
      ],
    },
  ],
};
