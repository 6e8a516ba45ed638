import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import type { EmbeddedTraining } from '../../../training/thread/index.ts';
import { createHandlerFactories } from './handler-factories.ts';
import type { AreaHandlers, HandlerPorts } from './ports.ts';

/**
 * Returns `not-offered` in every environment except training, and if the training service did not
 * start.
 */
export function createTrainingHandlers({ host }: HandlerPorts): AreaHandlers<'training'> {
  const { createTillHandler } = createHandlerFactories(host);
  const forTraining = <Input, Value>(
    work: (training: EmbeddedTraining, input: Input) => Promise<Value>,
  ) =>
    createTillHandler(async (till, input: Input): Promise<Result<Value>> => {
      const training = await till.training;
      if (training === null) return fail({ kind: 'not-offered', what: 'training' });
      return ok(await work(training, input));
    });

  const getState = async (training: EmbeddedTraining) => ({
    baseUrl: training.baseUrl,
    faults: [...(await training.listFaults())],
  });

  return {
    'training.state': forTraining(getState),
    'training.refund': forTraining(async (training) => ({
      isDone: await training.reverseTransaction(),
    })),
    'training.setFaults': forTraining(async (training, { faults }) => {
      await training.setFaults(faults);
      return await getState(training);
    }),
  };
}
