/**
 * Checks for `./outcry doctor` whether the broker that the environment names can be used, without starting anything. Prints its version,
 * where it is known; or what is wrong, on stderr, with exit code 1.
 */
import { vendorBroker } from './broker.ts';

try {
  const broker = await vendorBroker(process.env);
  if (broker === null) throw new Error('neither LIGHTSTREAMER_HOME nor LIGHTSTREAMER_URL is set');
  await broker.check();
  process.stdout.write(`${broker.version ?? ''}\n`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
