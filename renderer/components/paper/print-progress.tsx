import { useText } from '../../i18n/index.ts';

/** Shows how much of a paper was sent before printing stopped; nothing if none or all was. */
export function PrintProgress(props: { readonly sentFraction: number | null }) {
  const text = useText();
  const share = props.sentFraction ?? 0;
  if (share === 0 || share === 1) return null;
  const percent = Math.min(99, Math.max(1, Math.round(share * 100)));
  return <p>{text('paper.printProgress', { percent: String(percent) })}</p>;
}
