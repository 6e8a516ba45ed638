/** For tests of other folders: what stands in for the SFTP server. */
export { type FakeServer, fakeServer, KEY, OTHER_KEY } from '../fake-server.fixture.ts';
