import { isIP } from 'node:net';
import { z } from 'zod';

/** Thrown at start when the environment is not what a service needs; the message lists every fault. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Parses the environment by a service's schema, whose keys are the variables' names.
 * An empty variable counts as absent. All faults are reported at once.
 * @throws ConfigError
 */
export function readConfig<S extends z.ZodType>(schema: S, env: NodeJS.ProcessEnv): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The environment is not usable (see .env.example):\n${faults.join('\n')}`);
}

/** A whole number in a variable, for example a port or milliseconds. */
export const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
export const port = integer(0, 65_535);

/** Variables that several services read, under the same names everywhere. */
export const databaseVariables = { DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }) };
export const redisVariables = {
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  REDIS_PREFIX: z.string().min(1).default('gossamer'),
};
export const processVariables = {
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  INTERNAL_HOST: z.string().default('127.0.0.1'),
  /** Health and metrics; 0 takes any free port. */
  INTERNAL_PORT: port.default(0),
  /** Where a collector takes traces, as OTLP over HTTP; without it nothing is traced. The exporter reads it, too. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The share of traces that is kept. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

export interface TracingSettings {
  isOn: boolean;
  /** Of traces, 0 to 1. */
  keptShare: number;
}

export function toTracing(v: {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_TRACES_SAMPLER_ARG: number;
}): TracingSettings {
  return { isOn: v.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined, keptShare: v.OTEL_TRACES_SAMPLER_ARG };
}

/** Comma-separated networks in CIDR notation, or single addresses. */
export const networkList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((networks) => networks.every(isNetwork), 'wants networks such as 10.0.0.0/8, separated by commas');

function isNetwork(text: string): boolean {
  const [address, bits, more] = text.split('/');
  const family = isIP(address ?? '');
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
