/**
 * Prints adapters.xml for a broker that runs by itself. Put the file into a folder of its own in the broker's adapters folder:
 * node --import tsx apps/lightstreamer/vendor/write-adapter-set.ts [metadata,data,notify [interface]]
 */
import { adapterSetXml, DEFAULT_ARI } from './adapter-set.ts';
import { parsePorts } from './settings.ts';

const [ports, bindTo] = process.argv.slice(2);
try {
  process.stdout.write(adapterSetXml(ports === undefined ? DEFAULT_ARI : parsePorts(ports, 'the ports'), bindTo));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
