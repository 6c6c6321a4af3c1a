/** The death of one of the server's processes is reported, everybody is told, and nothing runs on. */
import { builtApp } from '../../kits/cluster/testing/cluster-server.ts';
import { testWholeServer } from '../../kits/cluster/testing/whole-server.ts';

const { app, missing } = await builtApp('socket.io-cluster');

(missing.length === 0 ? describe : describe.skip)('apps/socket.io-cluster', () => testWholeServer(app));
