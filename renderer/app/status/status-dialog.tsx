import { ListsDialog } from './lists-dialog.tsx';
import { PrinterDialog } from './printer-dialog.tsx';
import { BackupDialog, DailyFileDialog } from './room-dialogs.tsx';
import { AccountDialog, ServiceDialog } from './service-dialogs.tsx';
import type { StatusTopic, TopicProps } from './topic.ts';

/** What a light means, in plain words, and what to do. */
export function StatusDialog(props: TopicProps & { readonly topic: StatusTopic }) {
  switch (props.topic) {
    case 'service':
      return <ServiceDialog {...props} />;
    case 'printer':
      return <PrinterDialog {...props} />;
    case 'account':
      return <AccountDialog {...props} />;
    case 'lists':
      return <ListsDialog {...props} />;
    case 'daily-file':
      return <DailyFileDialog {...props} />;
    case 'backup':
      return <BackupDialog {...props} />;
  }
}
