import type { Area } from './areas.ts';
import { contentOf, sectionsOf, wholeFile } from './parts.ts';

const operations = 'docs/operations.md';

/** Pages for those who run Gossamer. */
export const selfHosting: Area = {
  name: 'self-hosting',
  title: 'Self-hosting',
  groups: [
    {
      title: 'Start',
      pages: [
        {
          name: 'self-hosting',
          title: 'Run Gossamer yourself',
          description: 'Start the whole product on one machine with one command.',
          parts: [
            sectionsOf('README.md', [
              'Quick start',
              'How it works',
              'Commands',
              'Requirements and troubleshooting',
            ]),
          ],
        },
        {
          name: 'self-hosting/deploy',
          title: 'Deploying, upgrading, scaling',
          description: 'The servers it needs, upgrades without downtime, bottlenecks and sizing.',
          parts: [wholeFile('docs/operations/deploy.md')],
        },
        {
          name: 'self-hosting/compose',
          title: 'Docker Compose',
          description: 'The production-like stack for one machine: networks, store and common tasks.',
          parts: [wholeFile('infra/README.md', { without: ['How it is tested'] })],
        },
        {
          name: 'self-hosting/kubernetes',
          title: 'Kubernetes',
          description: 'The manifests: setup, client addresses and secrets.',
          parts: [wholeFile('infra/k8s/README.md', { without: ['How it is tested'] })],
        },
      ],
    },
    {
      title: 'Operate',
      pages: [
        {
          name: 'self-hosting/payments',
          title: 'Payments and payouts',
          description: 'Stripe, its test mode, refunds, and paying partners through PayPal.',
          parts: [sectionsOf(operations, ['Payments', 'Paying partners'])],
        },
        {
          name: 'self-hosting/api',
          title: 'The API for operators',
          description: 'Variables that set the limits of the API, retention and reachable networks.',
          parts: [contentOf('docs/api.md', 'For operators'), contentOf(operations, 'The API')],
        },
        {
          name: 'self-hosting/limits',
          title: 'Limits in numbers',
          description: 'Sizes, times, rates and counts, and the variables that change them.',
          parts: [contentOf('docs/architecture.md', 'Limits, in numbers')],
        },
        {
          name: 'self-hosting/secrets',
          title: 'Secrets',
          description: 'How to change each secret and what that affects.',
          parts: [wholeFile('docs/operations/secrets.md')],
        },
        {
          name: 'self-hosting/backup',
          title: 'Backup and restore',
          description: 'What to back up, in which order, and how to restore it.',
          parts: [wholeFile('docs/operations/backup.md', { without: ['How it is tested'] })],
        },
        {
          name: 'self-hosting/signals',
          title: 'Probes, metrics, logs, traces',
          description: 'What each process reports, and the page for operators.',
          parts: [wholeFile('docs/operations/signals.md')],
        },
        {
          name: 'self-hosting/monitoring',
          title: 'Dashboard and alerts',
          description: 'What Prometheus must scrape, the Grafana dashboard, and severities.',
          parts: [wholeFile('infra/monitoring/README.md', { without: ['How it is tested'] })],
        },
        {
          name: 'self-hosting/runbook',
          title: 'Runbook',
          description: 'For each alert: what it means, what to check, how to fix it.',
          parts: [wholeFile('docs/operations/runbook.md')],
        },
        {
          name: 'self-hosting/scaling',
          title: 'Scaling to 1,000 images a second',
          description: 'Which component saturates first, at what load, and what to do then.',
          parts: [wholeFile('docs/scaling.md')],
        },
      ],
    },
  ],
};
