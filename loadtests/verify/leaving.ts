/** Hostile clients that leave: a connection that the server keeps is the fault of what they sent, not of what comes next. */
import type { Context } from './context.ts';
import { CheckFailure } from './demand.ts';
import type { TestClient } from './test-client.ts';

/** Ends `hostile` and waits until the server knows of it, so that what it leaves behind is told of here. */
export async function leave(context: Context, hostile: TestClient, what: string): Promise<void> {
  await hostile.close();
  try {
    await context.untilConnections();
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    throw new CheckFailure(`after ${what} and the end of its sender, ${error.message}`);
  }
}
