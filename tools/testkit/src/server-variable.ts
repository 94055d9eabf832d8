/**
 * Returns an environment variable that contains the URL of a test server.
 * @throws Error if the variable is not set, which means that the server was not started
 */
export function serverVariable(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: run the tests with "npm test" or vitest, whose setup starts the servers`,
    );
  return value;
}
