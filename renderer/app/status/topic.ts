import type { StatusLine } from '../../../shared/contract/index.ts';

export type StatusTopic = 'service' | 'printer' | 'account' | 'lists' | 'daily-file' | 'backup';

export interface TopicProps {
  readonly status: StatusLine;
  readonly onClose: () => void;
}
