import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { workspaceRoot } from '../../src/paths.ts';

export const infraDir = join(workspaceRoot, 'infra');

/** The subset of the Compose Specification that the tests check. */
export interface ComposeService {
  image: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  configs?: { source: string }[];
  networks: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  restart: string;
  stop_grace_period?: string;
  container_name?: string;
  logging: unknown;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  deploy: { resources: { limits: { cpus: string; memory: string } } };
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
  configs: Record<string, { content: string }>;
}

export const composeText = readFileSync(join(infraDir, 'docker-compose.yml'), 'utf8');

/**
 * Returns the compose file with anchors merged and variables not replaced.
 * @throws Error if the file is not valid YAML
 */
export function readCompose(): ComposeFile {
  return parse(composeText, { merge: true }) as ComposeFile;
}

/**
 * Replaces `${NAME:-default}`, `${NAME:?message}` and `$$` as Compose does.
 * @throws Error if a required variable is missing
 */
export function interpolate(text: string, env: NodeJS.ProcessEnv): string {
  return text.replaceAll(/\$(?:\$|\{(\w+)(?::([-?])([^}]*))?\})/g, (whole, name, kind, rest) => {
    if (whole === '$$') return '$';
    const value = env[name];
    if (value) return value;
    if (kind !== '-') throw new Error(`${name}: ${rest}`);
    return rest;
  });
}

/** Returns the names of required variables and of variables with a default value. */
export function variablesOf(text: string): { required: Set<string>; optional: Set<string> } {
  const found = [...text.matchAll(/\$\{(\w+):([-?])/g)];
  const namesOf = (kind: string) =>
    new Set(found.filter((match) => match[2] === kind).map((match) => match[1] ?? ''));
  return { required: namesOf('?'), optional: namesOf('-') };
}
