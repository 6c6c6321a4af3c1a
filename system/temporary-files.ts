/** Variables for an environment in which every runtime puts its temporary files into `folder`: the JVM does not ask TMPDIR. */
export function temporaryFilesIn(folder: string): Record<string, string> {
  const told = process.env.JAVA_TOOL_OPTIONS;
  return { TMPDIR: folder, JAVA_TOOL_OPTIONS: `${told === undefined ? '' : `${told} `}-Djava.io.tmpdir=${folder}` };
}
