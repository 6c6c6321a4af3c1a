import { readdirSync, readFileSync } from 'node:fs';
import { hold, readConversations } from './testing/transcript.ts';

const folder = new URL('./transcripts/', import.meta.url);

for (const file of readdirSync(folder).filter((name) => name.endsWith('.txt'))) {
  describe(`the conversations of ${file}`, () => {
    const conversations = readConversations(readFileSync(new URL(file, folder), 'utf8'));
    test.each(conversations.map((conversation) => [conversation.title, conversation] as const))(
      '%s',
      async (_, conversation) => {
        await hold(conversation);
      },
    );
  });
}
