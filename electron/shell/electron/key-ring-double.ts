import type { KeyStore } from './vault.ts';

/**
 * A double of a Linux computer's key ring, as observed with gnome-keyring and Chromium (see
 * docs/electron.md). `asking`: its question for the password is open.
 */
export interface KeyRingDouble {
  state: 'open' | 'locked' | 'absent' | 'asking';
  /** The secret of the ring; another one after a reinstall. */
  secret: string;
  /** Answers the open question; false dismisses it. */
  answer(isUnlocked: boolean): void;
  /** What a newly started process sees as `safeStorage`. */
  startProcess(): KeyStore;
}

export function createKeyRingDouble(
  state: KeyRingDouble['state'] = 'open',
  secret = 'ring-1',
): KeyRingDouble {
  let question = Promise.withResolvers<boolean>();
  const ring: KeyRingDouble = {
    state,
    secret,
    answer: (isUnlocked) => {
      ring.state = isUnlocked ? 'open' : 'locked';
      question.resolve(isUnlocked);
      question = Promise.withResolvers<boolean>();
    },
    startProcess: () => {
      // A process asks for the key once, and keeps the answer until it ends.
      let key: Promise<string | null> | null = null;
      const readKey = async (): Promise<string | null> => {
        const isOpen = ring.state === 'asking' ? await question.promise : ring.state === 'open';
        return isOpen ? ring.secret : null;
      };
      const getKey = (): Promise<string | null> => {
        key ??= readKey();
        return key;
      };
      return {
        isAsyncEncryptionAvailable: async () => {
          await getKey();
          return true;
        },
        encryptStringAsync: async (text) => {
          const secretOfProcess = await getKey();
          return secretOfProcess === null
            ? encrypt('v10', 'constant', text)
            : encrypt('v11', secretOfProcess, text);
        },
        decryptStringAsync: async (sealed) => {
          const secretOfProcess = await getKey();
          const [tag = '', sealer = '', hex = ''] = sealed.toString().split(':');
          if (tag === 'v11' && secretOfProcess === null)
            throw new Error(
              'safeStorage.decryptStringAsync is temporarily unavailable. Please try again.',
            );
          if (sealer !== (tag === 'v11' ? secretOfProcess : 'constant')) {
            throw new Error(
              'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.',
            );
          }
          return {
            result: Buffer.from(hex, 'hex').toString(),
            shouldReEncrypt: tag === 'v10' && secretOfProcess !== null,
          };
        },
      };
    },
  };
  return ring;
}

function encrypt(tag: string, sealer: string, text: string): Buffer {
  return Buffer.from(`${tag}:${sealer}:${Buffer.from(text).toString('hex')}`);
}
