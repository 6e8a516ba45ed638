import type { StatusLine } from '../../../shared/contract/index.ts';

export type StatusTopic =
  | 'service'
  | 'printer'
  | 'account'
  | 'lists'
  | 'daily-file'
  | 'chain'
  | 'backup'
  | 'disk'
  | 'recovery'
  | 'refused'
  | 'warned'
  | 'update';

export interface StatusDialogProps {
  readonly status: StatusLine;
  readonly onClose: () => void;
}
