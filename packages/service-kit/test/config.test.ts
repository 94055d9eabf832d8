import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError, integer, networkList, readConfig } from '../src/config.ts';

const schema = z.object({ PORT: integer(1, 10).default(3), NAME: z.string(), NETWORKS: networkList });

describe('readConfig', () => {
  it('applies defaults, including for empty variables', () => {
    expect(readConfig(schema, { NAME: 'x', PORT: '' })).toEqual({ PORT: 3, NAME: 'x', NETWORKS: [] });
  });

  it('reports all errors at once', () => {
    const read = () => readConfig(schema, { PORT: '11', NETWORKS: '10.0.0.0/8,nonsense' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PORT[\s\S]*NAME[\s\S]*NETWORKS/);
  });

  it.each(['10.0.0.0/33', '10.0.0/8', 'true', '1', '::1/129', '10.0.0.0/8/8'])(
    'rejects the invalid network %s',
    (text) => {
      expect(networkList.safeParse(text).success).toBe(false);
    },
  );

  it('accepts IPv4 and IPv6 networks', () => {
    expect(networkList.parse('10.0.0.0/8, fd00::/8,127.0.0.1')).toEqual([
      '10.0.0.0/8',
      'fd00::/8',
      '127.0.0.1',
    ]);
  });
});
