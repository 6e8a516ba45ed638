/** The fake SFTP server, for tests of other folders. */
export { createFakeServer, type FakeServer, KEY, OTHER_KEY } from '../fake-server.fixture.ts';
