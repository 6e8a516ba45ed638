import type { EnvironmentName } from '../../../../shared/contract/index.ts';
import type { ChainLogin } from './chain-login.ts';

/** Connects a till of one environment to the chain. */
export interface EnvironmentCheckedConnectors {
  /** If no till has set the environment of the chain yet, this connection sets it. */
  readonly connectForSync: ChainLogin['connect'];
  readonly connectForQueries: ChainLogin['connect'];
}

/**
 * A chain holds the payments of one environment. A till of another environment is disconnected
 * before it sends or queries anything: training data is not mixed with real payments, and training
 * does not warn about real payments.
 */
export function createEnvironmentCheckedConnectors(
  environment: EnvironmentName,
  login: Pick<ChainLogin, 'connect'>,
): EnvironmentCheckedConnectors {
  const createConnect =
    (canDecide: boolean): ChainLogin['connect'] =>
    async (options) => {
      const result = await login.connect(options);
      if (!result.ok) return result;
      // Loaded with the client, and only if a chain is set.
      const { assertChainEnvironment } = await import('../../protocol/index.ts');
      const assertion = await assertChainEnvironment(result.value, {
        environment,
        claimsUnclaimedChain: canDecide,
      });
      if (assertion.ok) return result;
      await result.value.end();
      return assertion;
    };
  return { connectForSync: createConnect(true), connectForQueries: createConnect(false) };
}
