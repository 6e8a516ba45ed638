/** The fake SFTP server, for tests of other folders. */
export { type FakeServer, fakeServer, KEY, OTHER_KEY } from '../fake-server.fixture.ts';
