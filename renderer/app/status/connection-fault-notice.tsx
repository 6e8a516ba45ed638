import { describeConnectionFault } from '../../../shared/i18n/index.ts';
import { Notice } from '../../components/index.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useTillQuery } from '../till/index.ts';

/** Says whose fault it is that the service cannot be used, also before anybody has signed in. */
export function ConnectionFaultNotice() {
  const language = useLanguage();
  const fault = useTillQuery('till.connectionFault', {}).value?.fault ?? null;
  return fault === null ? null : (
    <Notice tone="warning" action={describeConnectionFault(fault, language)} />
  );
}
