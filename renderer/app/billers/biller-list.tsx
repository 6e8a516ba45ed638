import { type CSSProperties, useEffect, useRef } from 'react';
import type { FoundBiller, Language } from '../../../shared/contract/index.ts';
import { paymentType } from '../../../shared/rules/index.ts';
import { classes, FavouriteIcon } from '../../components/index.ts';
import { type Text, useLanguage, useText } from '../../i18n/index.ts';
import styles from './billers.module.css';
import { MarkedName } from './marked-name.tsx';
import { OptionRow } from './option-row.tsx';
import { countryName, typeName } from './type-names.ts';
import type { ListedBiller } from './use-biller-search.ts';

export interface BillerListProps {
  readonly id: string;
  readonly label: string;
  readonly found: readonly ListedBiller[];
  /** What one presses without having typed stands in tiles. */
  readonly isOfTiles: boolean;
  readonly active: number;
  readonly onChoose: (billerId: number) => void;
}

/** The id of a row, for the field's `aria-activedescendant`. */
export function rowId(listId: string, billerId: number): string {
  return `${listId}-${billerId}`;
}

/**
 * The rows beneath the search field. The focus stays in the field; the active row follows its keys.
 */
export function BillerList(props: BillerListProps) {
  const { id, found, active } = props;
  const text = useText();
  const language = useLanguage();
  const list = useRef<HTMLDivElement>(null);
  const activeId = found[active]?.biller.id;

  useEffect(() => {
    if (activeId === undefined) return;
    const row = list.current?.querySelector(`[id="${rowId(id, activeId)}"]`);
    row?.scrollIntoView?.({ block: 'nearest' });
  }, [id, activeId]);

  // The field names it all the same; a list box without a row is none.
  if (found.length === 0) return <div id={id} />;
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={props.label}
      className={classes(styles.list, props.isOfTiles && styles.tiles)}
      data-scrolls="yes"
    >
      {found.map((one, index) => (
        <OptionRow
          key={one.biller.id}
          id={rowId(id, one.biller.id)}
          isActive={index === active}
          onChoose={() => props.onChoose(one.biller.id)}
          {...(props.isOfTiles ? { place: placeOf(index) } : {})}
        >
          <span className={styles.texts}>
            <span className={styles.title}>
              {one.isFavourite ? <FavouriteIcon /> : null}
              <MarkedName name={one.biller.name} matches={one.matches} />
            </span>
            <span className={styles.detail}>{detailOf(text, language, one)}</span>
          </span>
          <span className={styles.rule}>{ruleOf(text, one)}</span>
        </OptionRow>
      ))}
    </div>
  );
}

/** How many tiles stand beneath each other before the next column. */
const DOWN = 4;
const ACROSS = 2;

/**
 * Down the first column, and then down the second: as the arrows go. What "more" asks for goes on
 * beneath in the same way, and no tile that stands there moves.
 */
function placeOf(index: number): CSSProperties {
  const page = Math.floor(index / (DOWN * ACROSS));
  const column = Math.floor(index / DOWN) % ACROSS;
  return { '--row': page * DOWN + (index % DOWN) + 1, '--column': column + 1 } as CSSProperties;
}

function detailOf(text: Text, language: Language, { biller, isFavourite }: ListedBiller): string {
  return [
    isFavourite ? text('home.favourite') : '',
    typeName(text, biller.type),
    countryName(language, biller.country),
  ]
    .filter((word) => word !== '')
    .join(' · ');
}

function ruleOf(text: Text, { biller }: FoundBiller): string {
  if (biller.currency === '' && !biller.canCheckBalance) return text('home.noCurrency');
  if (biller.kind === 'top-up' || biller.kind === 'gift-card') {
    return text(`home.rule.${biller.kind}`);
  }
  return text(`home.rule.${paymentType(biller, false)}`);
}
