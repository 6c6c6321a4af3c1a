/** The command's name in what it prints: `./outcry` in a checkout, `outcry` where npm installed it. */

const IN_CHECKOUT = /(?<![\w./])\.\/outcry(?![\w./-])/g;

/** `text`, which names the command as a checkout has it, for a reader who has it on the PATH. */
export const asInstalled = (text: string): string => text.replace(IN_CHECKOUT, 'outcry');

/** Has `streams` name the command as installed. Sentences come from all rooms, and none has to ask how Outcry was started. */
export function nameAsInstalled(streams: NodeJS.WriteStream[] = [process.stdout, process.stderr]): void {
  for (const stream of streams) {
    const write = stream.write.bind(stream) as (...all: unknown[]) => boolean;
    stream.write = (text: unknown, ...more: unknown[]) =>
      write(typeof text === 'string' ? asInstalled(text) : text, ...more);
  }
}
