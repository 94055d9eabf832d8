import { isIP } from 'node:net';
import { z } from 'zod';

/** Thrown at startup if environment variables are invalid. The message lists every invalid variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Parses the environment with a service's schema, whose keys are variable names. Empty variables are treated as absent.
 * All errors are reported together.
 * @throws ConfigError
 */
export function readConfig<S extends z.ZodType>(schema: S, env: NodeJS.ProcessEnv): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`Invalid environment variables (see .env.example):\n${faults.join('\n')}`);
}

/** Returns the schema of an environment variable that contains an integer, such as a port. */
export const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
export const port = integer(0, 65_535);

/** Environment variables that have the same names in several services. */
export const databaseVariables = { DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }) };
export const redisVariables = {
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  REDIS_PREFIX: z.string().min(1).default('gossamer'),
};
export const processVariables = {
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  INTERNAL_HOST: z.string().default('127.0.0.1'),
  /** Port for health checks and metrics. 0 picks any free port. */
  INTERNAL_PORT: port.default(0),
  /** OTLP/HTTP endpoint for traces, also read by the exporter. If absent, tracing is disabled. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Fraction of traces to sample, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

export interface TracingSettings {
  isOn: boolean;
  /** Fraction of traces to sample, from 0 to 1. */
  keptShare: number;
}

export function toTracing(v: {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_TRACES_SAMPLER_ARG: number;
}): TracingSettings {
  return { isOn: v.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined, keptShare: v.OTEL_TRACES_SAMPLER_ARG };
}

/** Schema of a comma-separated list of IP addresses and networks in CIDR notation. */
export const networkList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((networks) => networks.every(isNetwork), 'must be comma-separated networks such as 10.0.0.0/8');

function isNetwork(text: string): boolean {
  const [address, bits, more] = text.split('/');
  const family = isIP(address ?? '');
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
