import { freePort } from '@gossamer/dev/free-port';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { median, type Row, type Run } from '../figures.ts';
import { signUp } from '../members.ts';
import { withProduct } from '../product.ts';
import { chromiumOptions } from './web.ts';

const paths = ['/', '/compress', '/checkout', '/login'];
const membersPaths = ['/history', '/affiliate'];
const languages = ['', '?lang=ar'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
/**
 * Number of runs per page. The score is the median of these runs, because other load on the machine affects single
 * runs.
 */
const runsPerPage = 3;

/** Uses Lighthouse's default settings: a mid-range phone with simulated slow 4G. */
export const lighthousePerformance = row('performance', 95);
export const lighthouseAccessibility = row('accessibility', 100);
export const lighthouseBestPractices = row('best-practices', 100);
export const lighthouseSeo = row('seo', 100);

type Scores = Record<Category, number>;
let measured: Promise<Map<string, Scores>> | undefined;

function row(category: Category, target: number): Row {
  return {
    name: `Lighthouse ${category}, the worst of six pages in en and ar`,
    unit: 'points',
    better: 'more',
    target,
    async measure(run) {
      measured ??= measureAll(run);
      const scores = [...(await measured)].map(([page, each]) => ({ page, score: each[category] }));
      return {
        value: Math.min(...scores.map(({ score }) => score)),
        detail: scores.map(({ page, score }) => `${page} ${score}`).join(' · '),
      };
    },
  };
}

async function measureAll(run: Run): Promise<Map<string, Scores>> {
  return withProduct({ profile: run.profile, hasWebApp: true, sells: true }, async ({ url }) => {
    const { cookie } = await signUp(url);
    const looks = languages.flatMap((language) => [
      ...paths.map((path) => ({ page: path + language })),
      ...membersPaths.map((path) => ({ page: path + language, cookie })),
    ]);
    const results = new Map<string, Scores>();
    for (const { page, ...visitor } of looks) {
      results.set(page, await scoresOf({ url: new URL(page, url).href, ...visitor }, run));
    }
    return results;
  });
}

interface Look {
  url: string;
  /** Session cookie of a member, or undefined for a visitor. */
  cookie?: string;
}

async function scoresOf(look: Look, run: Run): Promise<Scores> {
  const all: Scores[] = [];
  for (let count = 0; count < runsPerPage; count++) all.push(await oneRun(look, run));
  const of = (category: Category) => median(all.map((scores) => scores[category]));
  return Object.fromEntries(categories.map((category) => [category, of(category)])) as Scores;
}

async function oneRun({ url, cookie }: Look, run: Run): Promise<Scores> {
  const port = await freePort();
  const options = await chromiumOptions();
  const browser = await chromium.launch({
    ...options,
    args: [...options.args, `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(url, {
      port,
      onlyCategories: [...categories],
      logLevel: 'error',
      // Skip the audit `is-crawlable` on pages for members, because these pages are intentionally not indexed.
      ...(cookie && { extraHeaders: { Cookie: cookie }, skipAudits: ['is-crawlable'] }),
    });
    if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
    const { categories: scored, audits } = result.lhr;
    const lost = Object.values(audits).filter(
      ({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0,
    );
    if (lost.length > 0) run.note(`${url}: ${lost.map(({ id }) => id).join(', ')}`);
    const metric = (id: string) => audits[id]?.displayValue ?? '?';
    run.note(
      `${url}: FCP ${metric('first-contentful-paint')}, LCP ${metric('largest-contentful-paint')}, TBT ${metric('total-blocking-time')}, CLS ${metric('cumulative-layout-shift')}`,
    );
    const points = (category: Category) => Math.round((scored[category]?.score ?? 0) * 100);
    return Object.fromEntries(categories.map((category) => [category, points(category)])) as Scores;
  } finally {
    await browser.close();
  }
}
