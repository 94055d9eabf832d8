/** A variable that says where a server of this run is. @throws when nobody started one */
export function serverVariable(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: run the tests by "npm test" or vitest, whose set-up starts the servers`,
    );
  return value;
}
