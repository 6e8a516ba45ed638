/** Load with `--import`: each TLS connection of this process goes to a port where nothing listens. */
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';

const { connect } = tls;
Object.assign(tls, { connect: () => connect({ host: '127.0.0.1', port: 1 }) });
syncBuiltinESMExports();
