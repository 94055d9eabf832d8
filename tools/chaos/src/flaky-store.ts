import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Proxy in front of an S3 server. The proxy can make a share of the requests fail. */
export interface FlakyStore {
  /** URL of the proxy, which forwards to the S3 server. */
  url: string;
  /**
   * Sets the share of requests (0 to 1) that fail with HTTP status 500 or 503. Failures are evenly distributed: with
   * 0.1, every tenth request fails.
   */
  failShare(share: number): void;
  /** Number of requests to which the proxy responded with an error. */
  readonly failed: number;
  close(): Promise<void>;
}

const faults = [
  { status: 500, code: 'InternalError' },
  { status: 503, code: 'SlowDown' },
] as const;

/**
 * Starts a proxy that can fail requests to an S3 server. Headers are forwarded unchanged, because the S3 signature
 * covers them, including `host`.
 */
export async function startFlakyStore(targetUrl: string): Promise<FlakyStore> {
  const target = new URL(targetUrl);
  let share = 0;
  let due = 0;
  let failed = 0;
  const server = createServer((incoming, outgoing) => {
    due += share;
    if (due < 1) return passOn(target, incoming, outgoing);
    due -= 1;
    failed += 1;
    refuse(incoming, outgoing, faults[failed % faults.length] ?? faults[0]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failShare: (next) => {
      share = next;
    },
    get failed() {
      return failed;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function passOn(target: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  // Omit the Expect header, because the client has already received a 100 (Continue) response.
  const headers = Object.entries(incoming.headersDistinct)
    .filter(([name]) => name !== 'expect')
    .flatMap(([name, values = []]) => values.flatMap((value) => [name, value]));
  const { method, url: path } = incoming;
  const onward = request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  onward.on('error', () => outgoing.destroy());
  incoming.on('close', () => incoming.complete || onward.destroy());
  incoming.pipe(onward);
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, fault: (typeof faults)[number]): void {
  incoming.resume().on('end', () => {
    outgoing.writeHead(fault.status, { 'content-type': 'application/xml' });
    outgoing.end(`<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>made up</Message></Error>`);
  });
}
