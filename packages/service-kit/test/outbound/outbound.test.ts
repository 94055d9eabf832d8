import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddressNotAllowedError, faultOf } from '../../src/outbound/faults.ts';
import { createOutbound, type Outbound } from '../../src/outbound/outbound.ts';
import { readAtMost } from '../../src/outbound/read-at-most.ts';
import { listen } from './listener.ts';

type Listener = Awaited<ReturnType<typeof listen>>;

/** Servers for the tests. `forbidden` has a forbidden address; `allowed` is in a network that the operator allows. */
let forbidden: Listener;
let allowed: Listener;
const opened: Outbound[] = [];

function open(allowedNetworks: string[], addressesOf: (name: string) => string[] = () => []): Outbound {
  const outbound = createOutbound({ allowedNetworks, resolveName: async (name) => addressesOf(name) });
  opened.push(outbound);
  return outbound;
}

const faultOfCall = (call: Promise<unknown>) => call.then(() => 'none', faultOf);

beforeAll(async () => {
  forbidden = await listen('127.0.0.1');
  allowed = await listen('127.0.0.2', forbidden.port, (request, response) => {
    if (request.url === '/redirect') {
      response.writeHead(302, { location: `http://127.0.0.1:${forbidden.port}/`, 'set-cookie': 'a=b' });
      return void response.end();
    }
    if (request.url === '/hang') return;
    if (request.url === '/cut') return void request.socket.destroy();
    if (request.url === '/endless') {
      const more = () => response.write('x'.repeat(65_536), () => response.destroyed || setImmediate(more));
      return void more();
    }
    response.end(JSON.stringify(request.headers));
  });
});

afterAll(async () => {
  await Promise.all(opened.map((outbound) => outbound.close()));
  forbidden.close();
  allowed.close();
});

describe('forbidden addresses', () => {
  const hosts = [
    ...['127.0.0.1', '2130706433', '0x7f.1', '0x7f000001', '0177.0.0.1', '017700000001', '127.1', '127.0.1'],
    ...['①②⑦.0.0.1', '１２７.0.0.1', '127。0。0。1', '%31%32%37.0.0.1', '127.0.0.1.', '0', '0.0.0.0'],
    ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
    ...['[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::1]'],
    ...['[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[fe80::1%25lo]', '[fe80::1]', '[fec0::1]', '[fc00::1]'],
    ...['[fd00:ec2::254]', '[ff02::1]', '[100::1]', '[2001:db8::1]', '[3fff::1]', '[5f00::1]', '[4000::1]'],
    ...['10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.1.1', '169.254.169.254', '0xa9fea9fe'],
    ...['100.64.0.1', '100.100.100.200', '198.18.0.1', '198.19.255.254', '192.0.0.192', '192.88.99.1'],
    ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['168.63.129.16', 'localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'printer.local'],
    ...['metadata.google.internal', 'metadata.google.internal.', 'router.home.arpa', 'gateway', 'gateway.'],
    ...['private.example', 'mixed-up.example', 'nothing.example'],
  ];
  const names: Record<string, string[]> = {
    'private.example': ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', 'fe80::1%lo'],
    'mixed-up.example': ['0x7f.1', '127.1', 'localhost', ''],
  };

  it.each(hosts)('never receive a connection: %s', async (host) => {
    const outbound = open([], (name) => names[name] ?? []);
    for (const url of [`http://${host}:${forbidden.port}/`, `https://${host}:${forbidden.port}/`]) {
      expect(await faultOfCall(outbound.fetch(url))).toBe('address_not_allowed');
    }
    expect(forbidden.connections()).toBe(0);
  });

  it.each([
    'http://user:pass@public.example/',
    'http://user@public.example/',
    ...['ftp://public.example/', 'file:///etc/passwd', 'data:text/plain,x', 'no address', '//public.example'],
    'http://[::1',
  ])('are rejected without a lookup: %s', (url) => {
    expect(() => open([]).check(url)).toThrow(AddressNotAllowedError);
  });

  it('do not include public addresses', () => {
    for (const host of ['8.8.8.8', '93.184.216.34', '[2606:4700::1111]', '[::ffff:8.8.8.8]', 'example.com']) {
      expect(() => open([]).check(`https://${host}/`)).not.toThrow();
    }
  });

  it('include blocked ports on allowed hosts', async () => {
    const outbound = open(['127.0.0.2/32']);
    expect(await faultOfCall(outbound.fetch('http://127.0.0.2:25/'))).toBe('address_not_allowed');
  });
});

describe('the host name of an outbound URL', () => {
  it('never leads to a forbidden address, even if every second DNS lookup returns one', async () => {
    let looks = 0;
    const outbound = open(['127.0.0.2/32'], () => [looks++ % 2 === 0 ? '127.0.0.2' : '127.0.0.1']);
    const before = forbidden.connections();
    for (let round = 0; round < 50; round += 1) {
      // Use a different host name for each call, so that every call requires a DNS lookup.
      const first = await outbound.fetch(`http://r${round}.example:${allowed.port}/`, {});
      expect(first.status).toBe(200);
      await first.text();
      const second = outbound.fetch(`http://s${round}.example:${allowed.port}/`);
      expect(await faultOfCall(second)).toBe('address_not_allowed');
    }
    expect(looks).toBe(100);
    expect(forbidden.connections()).toBe(before);
  });

  it('is contacted only at its allowed addresses', async () => {
    const outbound = open(['127.0.0.2/32'], () => ['127.0.0.1', '::1', '127.0.0.2', '10.1.1.1']);
    const before = forbidden.connections();
    const response = await outbound.fetch(`http://several.example:${allowed.port}/`);
    expect(response.status).toBe(200);
    expect(forbidden.connections()).toBe(before);
  });

  it('causes the call to fail if it cannot be resolved', async () => {
    const outbound = createOutbound({
      allowedNetworks: [],
      resolveName: () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })),
    });
    opened.push(outbound);
    expect(await faultOfCall(outbound.fetch('https://unreachable.example/'))).toBe('connection_failed');
  });
});

describe('an allowed network', () => {
  it('can be reached by IP addresses in any notation, unlike addresses outside it', async () => {
    const outbound = open(['127.0.0.2']);
    for (const host of ['127.0.0.2', '0x7f.2', '[::ffff:127.0.0.2]']) {
      expect(() => outbound.check(`http://${host}/`)).not.toThrow();
    }
    expect((await outbound.fetch(`http://0x7f.2:${allowed.port}/`)).status).toBe(200);
    expect(await faultOfCall(outbound.fetch(`http://127.0.0.3:${allowed.port}/`))).toBe(
      'address_not_allowed',
    );
  });

  it('is the only network reachable by plain HTTP if HTTPS is required', async () => {
    const outbound = open(['127.0.0.2/32'], () => ['127.0.0.2', '93.184.216.34']);
    expect((await outbound.fetch(`http://own.example:${allowed.port}/`, { httpsOnly: true })).status).toBe(
      200,
    );
    const elsewhere = open(['127.0.0.2/32'], () => ['93.184.216.34']);
    const call = elsewhere.fetch(`http://public.example:${allowed.port}/`, { httpsOnly: true });
    expect(await faultOfCall(call)).toBe('address_not_allowed');
    const literal = elsewhere.fetch('http://93.184.216.34/', { httpsOnly: true });
    expect(await faultOfCall(literal)).toBe('address_not_allowed');
  });

  it('determines whether plain HTTP may be used', () => {
    const outbound = open(['127.0.0.2/32', 'fd00:1::/32']);
    expect(outbound.isHttpAllowed('http://127.0.0.2/')).toBe(true);
    expect(outbound.isHttpAllowed('http://[fd00:1::5]/')).toBe(true);
    expect(outbound.isHttpAllowed('http://8.8.8.8/')).toBe(false);
    expect(outbound.isHttpAllowed('http://perhaps.example/')).toBe(true);
    expect(open([]).isHttpAllowed('http://perhaps.example/')).toBe(false);
  });
});

describe('an outbound call', () => {
  const outbound = open(['127.0.0.2/32']);
  const url = (path: string) => `http://127.0.0.2:${allowed.port}${path}`;

  it('does not follow redirects', async () => {
    const before = forbidden.connections();
    const response = await outbound.fetch(url('/redirect'));
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toContain('127.0.0.1');
    expect(forbidden.connections()).toBe(before);
  });

  it('sends no internal headers and no earlier cookies', async () => {
    process.env.HTTP_PROXY = `http://127.0.0.1:${forbidden.port}`;
    const before = forbidden.connections();
    await (await outbound.fetch(url('/redirect'))).text();
    const headers = (await (await outbound.fetch(url('/'))).json()) as Record<string, string>;
    delete process.env.HTTP_PROXY;
    expect(Object.keys(headers)).not.toContain('cookie');
    expect(Object.keys(headers)).not.toContain('authorization');
    expect(forbidden.connections()).toBe(before);
  });

  it('reads a response only up to the limit that the caller sets', async () => {
    const response = await outbound.fetch(url('/endless'));
    const start = await readAtMost(response.body, 100_000);
    expect(start.bytes).toHaveLength(100_000);
    expect(start.isWhole).toBe(false);
    const small = await readAtMost((await outbound.fetch(url('/'))).body, 100_000);
    expect(small.isWhole).toBe(true);
    expect(await readAtMost(null, 10)).toEqual({ bytes: Buffer.alloc(0), isWhole: true });
  });

  it('reports the reason for its failure', async () => {
    const signal = AbortSignal.timeout(50);
    expect(await faultOfCall(outbound.fetch(url('/hang'), { signal }))).toBe('timeout');
    expect(await faultOfCall(outbound.fetch(url('/cut')))).toBe('connection_failed');
    expect(await faultOfCall(outbound.fetch('http://127.0.0.2:1999/'))).toBe('connection_failed');
    // The TLS handshake fails, because the server only supports plain HTTP.
    expect(await faultOfCall(outbound.fetch(url('/').replace('http:', 'https:')))).toBe('tls_failed');
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'tls_failed'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_failed'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_failed'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_failed'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['ETIMEOUT', 'timeout'],
    ['ECONNREFUSED', 'connection_failed'],
  ])('reports the error %s with the reason %s', (code, fault) => {
    const cause = Object.assign(new Error(code), { code });
    expect(faultOf(new TypeError('fetch failed', { cause }))).toBe(fault);
    expect(faultOf(new TypeError('fetch failed', { cause: new AggregateError([cause]) }))).toBe(fault);
  });
});
