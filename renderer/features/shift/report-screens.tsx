import { useState } from 'react';
import type { Approval, PrintableReport } from '../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  usePermission,
  useProblemText,
  useRunIfMounted,
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
import { PaperPreviewPanel, useIsPrintKeyTaken } from './paper-preview-panel.tsx';
import { ReportView } from './report-view.tsx';

/** A report on the screen, with the action that prints it. */
export function ReportScreen(props: {
  readonly printableReport: PrintableReport;
  /** The job that already prints the report: the Z report of a shift that was just closed. */
  readonly firstJobId?: string;
  readonly title?: string;
  readonly onBack: () => void;
}) {
  const { printableReport, onBack } = props;
  const { report } = printableReport;
  const text = useText();
  const describeProblem = useProblemText();
  const printCall = useTillMutation('cash.print');
  const [jobId, setJobId] = useState(props.firstJobId ?? null);
  const isPrintKeyTaken = useIsPrintKeyTaken(jobId);
  const runIfMounted = useRunIfMounted();
  const printReport = async (): Promise<void> => {
    if (printCall.isPending) return;
    const answer = await printCall.run({ reportId: printableReport.id });
    if (answer.ok) runIfMounted(() => setJobId(answer.value.jobId));
  };
  const actions: ScreenAction[] = [
    { label: text('shift.back'), keyName: 'Escape', onAction: onBack },
    ...(isPrintKeyTaken
      ? []
      : [
          {
            label: text(report.kind === 'z' ? 'shift.printCopy' : 'shift.print'),
            keyName: 'Control+P',
            isDisabled: printCall.isPending,
            onAction: () => void printReport(),
          } satisfies ScreenAction,
        ]),
  ];
  const title =
    report.number === null
      ? text('shift.reportX', { number: report.shiftNumber })
      : text('shift.reportZ', { number: report.number });
  return (
    <Screen isDense title={props.title ?? title} actions={actions}>
      {printCall.problem === null ? null : (
        <Notice tone="warning" {...describeProblem(printCall.problem)} />
      )}
      <ReportView report={report} />
      {jobId === null ? null : <PaperPreviewPanel key={jobId} jobId={jobId} />}
    </Screen>
  );
}

/** The X report. A cashier needs a supervisor's PIN for it; a supervisor does not. */
export function XReportScreen(props: { readonly shiftId: string; readonly onBack: () => void }) {
  const { shiftId, onBack } = props;
  const text = useText();
  const describeProblem = useProblemText();
  const permission = usePermission('x-report');
  const reportQuery = useTillMutation('cash.xReport');
  const [isApproving, setApproving] = useState(false);
  const readReport = (approval: Approval | null): void =>
    void reportQuery.run({ shiftId, approval });
  if (reportQuery.value !== undefined)
    return <ReportScreen printableReport={reportQuery.value} onBack={onBack} />;
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
          isDisabled: reportQuery.isPending,
          onAction: () => (permission === 'yes' ? readReport(null) : setApproving(true)),
        },
      ]}
    >
      {reportQuery.problem === null || isApproving ? null : (
        <Notice tone="warning" {...describeProblem(reportQuery.problem)} />
      )}
      {isApproving ? (
        <ApprovalDialog
          title={text('shift.x')}
          explanation={text('shift.approveX')}
          isReasonRequired={false}
          permission="x-report"
          isBusy={reportQuery.isPending}
          problem={reportQuery.problem}
          onCancel={() => setApproving(false)}
          onApprove={readReport}
        />
      ) : null}
    </Screen>
  );
}

/** All Z reports, ten at a time. */
export function ZReportsScreen(props: { readonly onBack: () => void }) {
  const { onBack } = props;
  const text = useText();
  const describeProblem = useProblemText();
  const clock = useTimeFormatter();
  const permission = usePermission('z-reports');
  const reportsQuery = useTillMutation('cash.zReports');
  const runIfMounted = useRunIfMounted();
  const [reports, setReports] = useState<readonly PrintableReport[] | null>(null);
  const [hasMore, setMore] = useState(false);
  const [chosenReport, setChosenReport] = useState<PrintableReport | null>(null);
  const [isApproving, setApproving] = useState(false);

  const readNextPage = async (approval: Approval | null): Promise<void> => {
    const lastNumber = reports?.at(-1)?.report.number ?? null;
    const answer = await reportsQuery.run({ before: lastNumber, approval });
    runIfMounted(() => {
      if (!answer.ok) return;
      setApproving(false);
      setReports([...(reports ?? []), ...answer.value]);
      setMore(answer.value.length === Z_REPORTS_PAGE_SIZE);
    });
  };
  const requestNextPage = (): void => {
    if (reportsQuery.isPending) return;
    reportsQuery.reset();
    if (permission === 'yes') void readNextPage(null);
    else setApproving(true);
  };

  if (chosenReport !== null)
    return <ReportScreen printableReport={chosenReport} onBack={() => setChosenReport(null)} />;
  const actions: ScreenAction[] = [
    { label: text('shift.back'), keyName: 'Escape', onAction: onBack },
    ...(reports === null
      ? [
          {
            label: text('shift.z'),
            keyName: 'Enter',
            variant: 'primary',
            isDisabled: reportsQuery.isPending,
            onAction: requestNextPage,
          } satisfies ScreenAction,
        ]
      : hasMore
        ? [
            {
              label: text('shift.zOlder'),
              keyName: 'Control+M',
              isDisabled: reportsQuery.isPending,
              onAction: requestNextPage,
            } satisfies ScreenAction,
          ]
        : []),
  ];
  return (
    <Screen title={text('shift.zTitle')} hint={text('shift.approveZ')} actions={actions}>
      {reportsQuery.problem === null || isApproving ? null : (
        <Notice tone="warning" {...describeProblem(reportsQuery.problem)} />
      )}
      {reports === null ? null : reports.length === 0 ? (
        <EmptyState title={text('shift.zNone')} />
      ) : (
        <ChoiceList
          label={text('shift.zList')}
          choices={reports.map(
            ({ id, report }): Choice => ({
              id,
              name: text('shift.reportZ', { number: report.number ?? 0 }),
              detail: `${clock.dateTime(report.at)} · ${report.by}`,
            }),
          )}
          onChoose={(id) => setChosenReport(reports.find((report) => report.id === id) ?? null)}
          isAutoFocused
        />
      )}
      {isApproving ? (
        <ApprovalDialog
          title={text('shift.zTitle')}
          explanation={text('shift.approveZ')}
          isReasonRequired={false}
          permission="z-reports"
          isBusy={reportsQuery.isPending}
          problem={reportsQuery.problem}
          onCancel={() => setApproving(false)}
          onApprove={(approval) => void readNextPage(approval)}
        />
      ) : null}
    </Screen>
  );
}

const Z_REPORTS_PAGE_SIZE = 10;
