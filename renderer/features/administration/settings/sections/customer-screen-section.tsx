import { useTillQuery } from '../../../../app/index.ts';
import { ChoiceQuestion } from '../../../../app/questions/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { SaveNotice, type SectionProps } from '../save-notice.tsx';

const OFF = 'off';
const OTHER = 'other';

/** Off, on whichever display the till is not on, or on one of them by its place from left to right. */
export function CustomerScreenSection(props: SectionProps) {
  const text = useText();
  const { value } = useTillQuery('customerScreen.state', {}, { refetchOnMount: 'always' });
  const kept = props.view.customerScreen;
  const displays = value?.displays ?? [];
  const numbers = new Set(displays.map(({ number }) => number));
  // One that is unplugged just now stays in the list, so that it is not lost by looking.
  if (kept !== null && kept.display !== null) numbers.add(kept.display);
  const choices = [
    { id: OFF, name: text('look.customer.off'), detail: text('look.customer.off.what') },
    { id: OTHER, name: text('look.customer.other'), detail: text('look.customer.other.what') },
    ...[...numbers].sort().map((number) => ({
      id: String(number),
      name: text('look.customer.display', { number }),
      detail: detailOf(number),
      isDisabled: displays.some((one) => one.number === number && one.isTills),
    })),
  ];

  function detailOf(number: number): string {
    const display = displays.find((one) => one.number === number);
    if (display === undefined) return text('look.customer.unplugged');
    const size = { width: display.width, height: display.height };
    return text(display.isTills ? 'look.customer.tills' : 'look.customer.size', size);
  }

  return (
    <ChoiceQuestion
      title="look.customer"
      hint={text('look.customer.hint')}
      choices={choices}
      chosen={kept === null ? OFF : kept.display === null ? OTHER : String(kept.display)}
      onChoose={(id) =>
        props.save({
          section: 'customer-screen',
          to: id === OFF ? null : { display: id === OTHER ? null : Number(id) },
        })
      }
      onBack={props.onBack}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}
