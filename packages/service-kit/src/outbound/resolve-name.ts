import { Resolver } from 'node:dns/promises';

/** Function that resolves a host name to all of its IP addresses. Rejects if the name has no address. */
export type ResolveName = (name: string) => Promise<string[]>;

/**
 * Creates a resolver that queries the name servers directly. The system's resolver would block a thread of the small
 * pool that file access and hashing also need until a slow name server responds.
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
