import { type OpenSsh, startOpenSsh } from '../../support/openssh/index.ts';
import { test as base } from './till-test.ts';

/** `test` with a real server that receives daily files. */
export const uploadsTest = base.extend<{ readonly sshd: OpenSsh }>({
  sshd: async ({ shell: _ }, use) => {
    const sshd = await startOpenSsh();
    await use(sshd);
    await sshd.stop();
  },
});
