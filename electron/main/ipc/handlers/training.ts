import { fail, ok, type Result } from '../../../../shared/contract/index.ts';
import type { EmbeddedTraining } from '../../../training/thread/index.ts';
import { type HandlerPorts, type PartHandlers, withTill } from './ports.ts';

/**
 * Returns `not-offered` in every environment except training, and if the training service did not
 * start.
 */
export function createTrainingHandlers(ports: HandlerPorts): PartHandlers<'training'> {
  const withTraining = async <Value>(
    work: (training: EmbeddedTraining) => Promise<Value>,
  ): Promise<Result<Value>> => {
    const result = withTill(ports, async ({ training }): Promise<Result<Value>> => {
      const running = await training;
      return running ? ok(await work(running)) : fail({ kind: 'not-offered', what: 'training' });
    });
    return await result;
  };

  const getState = async (training: EmbeddedTraining) => ({
    baseUrl: training.baseUrl,
    faults: [...(await training.listFaults())],
  });

  return {
    'training.state': () => withTraining(getState),
    'training.refund': () =>
      withTraining(async (training) => ({ isDone: await training.giveBack() })),
    'training.setFaults': ({ faults }) =>
      withTraining(async (training) => {
        await training.setFaults(faults);
        return await getState(training);
      }),
  };
}
