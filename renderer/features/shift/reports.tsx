import { useState } from 'react';
import type { Approval, ShownReport } from '../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  useIfMounted,
  usePermission,
  useProblemText,
  useTillMutation,
  useTimeFormatter,
} from '../../app/index.ts';
import {
  type Choice,
  ChoiceList,
  EmptyState,
  Notice,
  Screen,
  type ScreenAction,
} from '../../components/index.ts';
import { useText } from '../../i18n/index.ts';
import { PaperSide, useIsPrintKeyTaken } from './paper-side.tsx';
import { ReportView } from './report-view.tsx';

/** A report on the screen, with the key that prints it. */
export function ReportScreen(props: {
  readonly shown: ShownReport;
  /** The job that already prints it: the Z report of a shift that was just closed. */
  readonly firstJob?: string;
  readonly title?: string;
  readonly onBack: () => void;
}) {
  const { shown, onBack } = props;
  const { report } = shown;
  const text = useText();
  const describe = useProblemText();
  const print = useTillMutation('cash.print');
  const [jobId, setJobId] = useState(props.firstJob ?? null);
  const asks = useIsPrintKeyTaken(jobId);
  const whileHere = useIfMounted();
  const doPrint = async (): Promise<void> => {
    if (print.isWaiting) return;
    const answer = await print.run({ reportId: shown.id });
    if (answer.ok) whileHere(() => setJobId(answer.value.jobId));
  };
  const actions: ScreenAction[] = [
    { label: text('shift.back'), keyName: 'Escape', onAction: onBack },
    ...(asks
      ? []
      : [
          {
            label: text(report.kind === 'z' ? 'shift.printCopy' : 'shift.print'),
            keyName: 'Control+P',
            isDisabled: print.isWaiting,
            onAction: () => void doPrint(),
          } satisfies ScreenAction,
        ]),
  ];
  const title =
    report.number === null
      ? text('shift.reportX', { number: report.shiftNumber })
      : text('shift.reportZ', { number: report.number });
  return (
    <Screen isDense title={props.title ?? title} actions={actions}>
      {print.problem === null ? null : <Notice tone="warning" {...describe(print.problem)} />}
      <ReportView report={report} />
      {jobId === null ? null : <PaperSide key={jobId} jobId={jobId} />}
    </Screen>
  );
}

/** A cashier needs a supervisor's PIN for it; a supervisor does not. */
export function XReport(props: { readonly shiftId: string; readonly onBack: () => void }) {
  const { shiftId, onBack } = props;
  const text = useText();
  const describe = useProblemText();
  const may = usePermission('x-report');
  const read = useTillMutation('cash.xReport');
  const [isAsked, setAsked] = useState(false);
  const run = (approval: Approval | null): void => void read.run({ shiftId, approval });
  if (read.value !== undefined) return <ReportScreen shown={read.value} onBack={onBack} />;
  return (
    <Screen
      title={text('shift.x')}
      hint={text('shift.approveX')}
      actions={[
        { label: text('shift.back'), keyName: 'Escape', onAction: onBack },
        {
          label: text('shift.x'),
          keyName: 'Enter',
          variant: 'primary',
          isDisabled: read.isWaiting,
          onAction: () => (may === 'yes' ? run(null) : setAsked(true)),
        },
      ]}
    >
      {read.problem === null || isAsked ? null : (
        <Notice tone="warning" {...describe(read.problem)} />
      )}
      {isAsked ? (
        <ApprovalDialog
          title={text('shift.x')}
          explanation={text('shift.approveX')}
          isReasonRequired={false}
          permission="x-report"
          isBusy={read.isWaiting}
          problem={read.problem}
          onCancel={() => setAsked(false)}
          onApprove={run}
        />
      ) : null}
    </Screen>
  );
}

/** All Z reports, ten at a time. */
export function ZReports(props: { readonly onBack: () => void }) {
  const { onBack } = props;
  const text = useText();
  const describe = useProblemText();
  const clock = useTimeFormatter();
  const may = usePermission('z-reports');
  const read = useTillMutation('cash.zReports');
  const whileHere = useIfMounted();
  const [all, setAll] = useState<readonly ShownReport[] | null>(null);
  const [hasMore, setMore] = useState(false);
  const [chosen, setChosen] = useState<ShownReport | null>(null);
  const [isAsked, setAsked] = useState(false);

  const run = async (approval: Approval | null): Promise<void> => {
    const before = all?.at(-1)?.report.number ?? null;
    const answer = await read.run({ before, approval });
    whileHere(() => {
      if (!answer.ok) return;
      setAsked(false);
      setAll([...(all ?? []), ...answer.value]);
      setMore(answer.value.length === Z_REPORTS_PAGE_SIZE);
    });
  };
  const ask = (): void => {
    if (read.isWaiting) return;
    read.reset();
    if (may === 'yes') void run(null);
    else setAsked(true);
  };

  if (chosen !== null) return <ReportScreen shown={chosen} onBack={() => setChosen(null)} />;
  const actions: ScreenAction[] = [
    { label: text('shift.back'), keyName: 'Escape', onAction: onBack },
    ...(all === null
      ? [
          {
            label: text('shift.z'),
            keyName: 'Enter',
            variant: 'primary',
            isDisabled: read.isWaiting,
            onAction: ask,
          } satisfies ScreenAction,
        ]
      : hasMore
        ? [
            {
              label: text('shift.zOlder'),
              keyName: 'Control+M',
              isDisabled: read.isWaiting,
              onAction: ask,
            } satisfies ScreenAction,
          ]
        : []),
  ];
  return (
    <Screen title={text('shift.zTitle')} hint={text('shift.approveZ')} actions={actions}>
      {read.problem === null || isAsked ? null : (
        <Notice tone="warning" {...describe(read.problem)} />
      )}
      {all === null ? null : all.length === 0 ? (
        <EmptyState title={text('shift.zNone')} />
      ) : (
        <ChoiceList
          label={text('shift.zList')}
          choices={all.map(
            ({ id, report }): Choice => ({
              id,
              name: text('shift.reportZ', { number: report.number ?? 0 }),
              detail: `${clock.dateTime(report.at)} · ${report.by}`,
            }),
          )}
          onChoose={(id) => setChosen(all.find((one) => one.id === id) ?? null)}
          isAutoFocused
        />
      )}
      {isAsked ? (
        <ApprovalDialog
          title={text('shift.zTitle')}
          explanation={text('shift.approveZ')}
          isReasonRequired={false}
          permission="z-reports"
          isBusy={read.isWaiting}
          problem={read.problem}
          onCancel={() => setAsked(false)}
          onApprove={(approval) => void run(approval)}
        />
      ) : null}
    </Screen>
  );
}

const Z_REPORTS_PAGE_SIZE = 10;
