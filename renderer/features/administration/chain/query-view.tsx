import type { ReactNode } from 'react';
import type { Problem } from '../../../../shared/contract/index.ts';
import { ProblemNotice } from '../../../app/index.ts';
import {
  Button,
  type Choice,
  ChoiceList,
  EmptyState,
  LoadingIndicator,
  Screen,
  type ScreenAction,
} from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import styles from './chain.module.css';
import { MAX_CHAIN_WAIT_SECONDS } from './chain-formatters.ts';

interface ViewQuery {
  readonly value: unknown;
  readonly problem: Problem | null;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly isUpToDate: boolean;
  readonly refetch: () => void;
}

interface QueryViewProps {
  readonly title: string;
  readonly hint?: string;
  readonly query: ViewQuery;
  readonly onBack: () => void;
  /** Actions besides "back" and "read again". */
  readonly actions?: readonly ScreenAction[];
  /** Filter fields above the content. */
  readonly filters?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A screen for one query of the chain: back and refetch actions, the problem if the query failed,
 * and a loading indicator.
 */
export function QueryView(props: QueryViewProps) {
  const { query, filters } = props;
  const actions = useQueryViewActions(query, props.onBack);
  return (
    <Screen
      title={props.title}
      {...(props.hint === undefined ? {} : { hint: props.hint })}
      actions={[...actions, ...(props.actions ?? [])]}
    >
      {filters === undefined ? null : <div className={styles.filters}>{filters}</div>}
      {query.problem === null ? null : <ProblemNotice problem={query.problem} />}
      {query.isPending ? <ChainLoadingIndicator /> : null}
      {props.children}
    </Screen>
  );
}

export function useQueryViewActions(
  query: Pick<ViewQuery, 'refetch' | 'isFetching'>,
  onBack: () => void,
): readonly ScreenAction[] {
  const text = useText();
  return [
    { label: text('chain.back'), keyName: 'Escape', onAction: onBack },
    {
      label: text('chain.refresh'),
      keyName: 'F1',
      onAction: query.refetch,
      isDisabled: query.isFetching,
    },
  ];
}

/** Shown while a query runs. Earlier results stay visible. */
export function ChainLoadingIndicator() {
  return (
    <LoadingIndicator label={useText()('chain.reading')} maxSeconds={MAX_CHAIN_WAIT_SECONDS} />
  );
}

interface EmptyTexts {
  readonly title: string;
  readonly more: string;
}

/** The rows of a view, or an empty state if there are none, with a button for the next page. */
export function QueryRows(props: {
  readonly query: Pick<ViewQuery, 'isPending' | 'isUpToDate' | 'problem'>;
  readonly rowCount: number;
  readonly empty: EmptyTexts;
  readonly onLoadMore?: (() => void) | null;
  /** How far a search came that continues with the next page. */
  readonly progress?: string | null;
  readonly children: ReactNode;
}) {
  const { query, rowCount: count, empty, onLoadMore: onMore = null, progress = null } = props;
  const text = useText();
  if (count === 0 && (onMore === null || progress === null)) {
    if (query.isPending || query.problem !== null) return null;
    if (!query.isUpToDate) return <ChainLoadingIndicator />;
    return <EmptyState title={empty.title}>{empty.more}</EmptyState>;
  }
  return (
    <>
      {count === 0 ? null : props.children}
      {onMore === null ? null : (
        <div>
          {progress === null ? null : <p role="status">{progress}</p>}
          <Button onPress={onMore}>{text('chain.more')}</Button>
        </div>
      )}
    </>
  );
}

/** A view with one list whose rows can be opened. */
export function QueryListView(
  props: Omit<QueryViewProps, 'children'> & {
    readonly label?: string;
    readonly rows: readonly Choice[];
    readonly empty: EmptyTexts;
    readonly onOpen: (id: string) => void;
    readonly onLoadMore?: (() => void) | null;
    readonly progress?: string | null;
    /** Between the filters and the list. */
    readonly notices?: ReactNode;
    /** The dialog of the opened row. */
    readonly dialog?: ReactNode;
    /** False if a filter field takes the initial focus. */
    readonly isAutoFocused?: boolean;
  },
) {
  const { label, rows, empty, onOpen, onLoadMore: onMore = null, notices, dialog, ...view } = props;
  const { isAutoFocused = false, progress = null } = props;
  return (
    <QueryView {...view}>
      {notices}
      <QueryRows
        query={props.query}
        rowCount={rows.length}
        empty={empty}
        onLoadMore={onMore}
        progress={progress}
      >
        <ChoiceList
          label={label ?? props.title}
          choices={rows}
          onChoose={onOpen}
          isAutoFocused={isAutoFocused}
        />
      </QueryRows>
      {dialog}
    </QueryView>
  );
}
