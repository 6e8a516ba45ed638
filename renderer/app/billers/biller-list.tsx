import { type CSSProperties, useEffect, useRef } from 'react';
import type { BillerMatch, Language } from '../../../shared/contract/index.ts';
import { getPaymentType } from '../../../shared/rules/index.ts';
import { classNames, FavouriteIcon } from '../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../i18n/index.ts';
import styles from './billers.module.css';
import { HighlightedName } from './highlighted-name.tsx';
import { OptionRow } from './option-row.tsx';
import { getBillerTypeName, getCountryName } from './type-names.ts';
import type { ListedBiller } from './use-biller-search.ts';

export interface BillerListProps {
  readonly id: string;
  readonly label: string;
  readonly billers: readonly ListedBiller[];
  /** Shows tiles, which are pressed without typing. */
  readonly isTiled: boolean;
  readonly activeIndex: number;
  readonly onChoose: (billerId: number) => void;
}

/** The id of a row, for the field's `aria-activedescendant`. */
export function getBillerRowId(listId: string, billerId: number): string {
  return `${listId}-${billerId}`;
}

/**
 * The rows beneath the search field. The focus stays in the field; its keys move the active row.
 */
export function BillerList(props: BillerListProps) {
  const { id, billers, activeIndex } = props;
  const text = useText();
  const language = useLanguage();
  const list = useRef<HTMLDivElement>(null);
  const activeId = billers[activeIndex]?.biller.id;

  useEffect(() => {
    if (activeId === undefined) return;
    const row = list.current?.querySelector(`[id="${getBillerRowId(id, activeId)}"]`);
    row?.scrollIntoView?.({ block: 'nearest' });
  }, [id, activeId]);

  // The field refers to this id also without rows; a list box must have rows.
  if (billers.length === 0) return <div id={id} />;
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={props.label}
      className={classNames(styles.list, props.isTiled && styles.tiles)}
      data-scrolls="yes"
    >
      {billers.map((listed, index) => (
        <OptionRow
          key={listed.biller.id}
          id={getBillerRowId(id, listed.biller.id)}
          isActive={index === activeIndex}
          onChoose={() => props.onChoose(listed.biller.id)}
          {...(props.isTiled ? { gridPlacement: getTilePlacement(index) } : {})}
        >
          <span className={styles.rowTexts}>
            <span className={styles.title}>
              {listed.isFavourite ? <FavouriteIcon /> : null}
              <HighlightedName name={listed.biller.name} matches={listed.matches} />
            </span>
            <span className={styles.detail}>{formatDetail(text, language, listed)}</span>
          </span>
          <span className={styles.rule}>{formatPaymentRule(text, listed)}</span>
        </OptionRow>
      ))}
    </div>
  );
}

/** The number of tiles in a column. */
const TILES_PER_COLUMN = 4;
const COLUMN_COUNT = 2;

/**
 * Fills the first column and then the second, in the order of the arrow keys. Further pages
 * continue beneath in the same way, and no existing tile moves.
 */
function getTilePlacement(index: number): CSSProperties {
  const page = Math.floor(index / (TILES_PER_COLUMN * COLUMN_COUNT));
  const column = Math.floor(index / TILES_PER_COLUMN) % COLUMN_COUNT;
  return {
    '--row': page * TILES_PER_COLUMN + (index % TILES_PER_COLUMN) + 1,
    '--column': column + 1,
  } as CSSProperties;
}

function formatDetail(
  text: TextFunction,
  language: Language,
  { biller, isFavourite }: ListedBiller,
): string {
  return [
    isFavourite ? text('home.favourite') : '',
    getBillerTypeName(text, biller.type),
    getCountryName(language, biller.country),
  ]
    .filter((word) => word !== '')
    .join(' · ');
}

function formatPaymentRule(text: TextFunction, { biller }: BillerMatch): string {
  if (biller.currency === '' && !biller.canCheckBalance) return text('home.noCurrency');
  if (biller.kind === 'top-up' || biller.kind === 'gift-card') {
    return text(`home.rule.${biller.kind}`);
  }
  return text(`home.rule.${getPaymentType(biller, false)}`);
}
