import { Resolver } from 'node:dns/promises';

/** Function that resolves a host name to all of its IP addresses. Rejects if the name has no address. */
export type ResolveName = (name: string) => Promise<string[]>;

/**
 * Creates a resolver that queries the name servers directly. The system's resolver would block a thread until a slow
 * name server responds, and file access and hashing need threads from the same small pool.
 */
export function createResolveName(): ResolveName {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const [first] = answers;
    throw first.status === 'rejected' ? first.reason : new Error(`${name} has no IP address`);
  };
}
