import { rootCertificates } from 'node:tls';
import { expect } from 'vitest';
import type { SettingsView } from '../../../shared/contract/index.ts';
import { toText } from '../fuzz/call-recorder.ts';
import { getMark } from './marks.ts';
import type { WatchedTill } from './watched-till.ts';

/** Makes a change that its check refuses, and one that is stored. */
export async function changeKeys(watched: WatchedTill): Promise<void> {
  const { till, call, callOrThrow } = watched;
  const { revision } = await callOrThrow<{ revision: number }>('settings.read', { approval: null });
  const service = {
    baseUrl: till.service.baseUrl,
    vendor: 'mostrador',
    version: 'v1.6',
    apiKey: getMark('newApiKey'),
    secretKey: getMark('newSecretKey'),
    proxy: `http://shop:${getMark('proxyPassword')}@127.0.0.1:9`,
    deadlineSeconds: null,
  };
  await call('settings.change', { revision, patch: service, approval: null });
  const reconciliation = {
    timeZone: null,
    uploadTime: null,
    uploadZone: null,
    host: '127.0.0.1',
    port: 9,
    user: 'lupita',
    password: getMark('newSftpPassword'),
    folder: null,
    mode: null,
    uploads: true,
  };
  await callOrThrow('settings.change', {
    revision,
    patch: { reconciliation },
    isUntried: true,
    approval: null,
  });
  await enterChain(watched);
  await callOrThrow('settings.export', { approval: null });
}

/**
 * The chain is refused while the upload is on, and stored without the upload; its database does not
 * exist.
 */
async function enterChain({ call, callOrThrow }: WatchedTill): Promise<void> {
  const chain = {
    hosts: ['127.0.0.1:9'],
    database: 'cadena',
    user: 'cadena_till',
    password: getMark('chainPassword'),
    ca: rootCertificates[0],
  };
  const file = { kind: 'text', text: JSON.stringify({ chain }) };
  const enrolled = { patch: {}, files: { chain: file }, approval: null };
  const readRevision = async (): Promise<number> =>
    (await callOrThrow<SettingsView>('settings.read', { approval: null })).revision;
  await call('settings.change', { ...enrolled, revision: await readRevision() });
  await callOrThrow('settings.change', {
    revision: await readRevision(),
    patch: { reconciliation: { uploads: false } },
    approval: null,
  });
  await call('settings.change', { ...enrolled, revision: await readRevision() });
  await callOrThrow('settings.change', {
    ...enrolled,
    revision: await readRevision(),
    isUntried: true,
  });
  const connectAnswer = await call('chain.connect', {
    user: 'office',
    password: getMark('officePassword'),
  });
  // The call reached the database, which does not exist.
  expect(toText(connectAnswer)).toContain('chain-view');
}
