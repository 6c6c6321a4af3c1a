const before = { ...process.env };
afterEach(() => setEnvironment({ ...Object.fromEntries(Object.keys(process.env).map((name) => [name])), ...before }));

/** Sets environment variables until the end of the test; undefined takes one away. */
export function setEnvironment(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
