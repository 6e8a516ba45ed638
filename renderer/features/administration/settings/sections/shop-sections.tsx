import { useRef, useState } from 'react';
import { provisioningSchema } from '../../../../../shared/contract/index.ts';
import { FieldsQuestion, readFileAsBase64 } from '../../../../app/questions/index.ts';
import { Dialog, Notice, type ScreenAction } from '../../../../components/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { FilePicker } from '../file-picker.tsx';
import { SaveNotice, type SettingsSectionProps } from '../save-notice.tsx';

const { name, address, helpLine } = provisioningSchema.shape.shop.shape;

export function ShopSection(props: SettingsSectionProps) {
  const { shop } = props.settings;
  const [values, setValues] = useState({
    name: shop.name,
    address: shop.address ?? '',
    helpLine: shop.helpLine ?? '',
  });
  return (
    <FieldsQuestion
      title="setup.shop"
      hint="setup.shop.hint"
      fields={[
        { name: 'name', label: 'setup.shopName', invalidText: 'setup.shopName.wrong' },
        { name: 'address', label: 'setup.address', invalidText: 'settings.tooLong' },
        {
          name: 'helpLine',
          label: 'setup.helpLine',
          hint: 'setup.helpLine.hint',
          invalidText: 'settings.tooLong',
        },
      ]}
      values={values}
      isValid={(field, value) =>
        ({ name, address, helpLine })[field].safeParse(value.trim()).success
      }
      onChange={(field, value) => {
        props.clearProblem();
        setValues({ ...values, [field]: value });
      }}
      nextLabel="settings.save"
      onComplete={() =>
        props.save({
          shop: {
            name: values.name.trim(),
            address: values.address.trim() || null,
            helpLine: values.helpLine.trim() || null,
          },
        })
      }
      onBack={props.onBack}
      isBusy={props.isBusy}
    >
      <SaveNotice {...props} />
    </FieldsQuestion>
  );
}

const MAX_LOGO_BYTES = 1_000_000;

export function LogoSection(props: SettingsSectionProps) {
  const text = useText();
  const { hasLogo } = props.view;
  const [path, setPath] = useState('');
  const [isLarge, setLarge] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const save = (logo: string | null): void => props.save({ shop: { logo } });

  const loadFile = async (file: File): Promise<void> => {
    props.clearProblem();
    const base64 = file.size > MAX_LOGO_BYTES ? null : await readFileAsBase64(file);
    setLarge(base64 === null || base64 === '');
    if (base64 !== null && base64 !== '') save(`data:image/png;base64,${base64}`);
  };
  const actions: ScreenAction[] = [
    {
      label: text('settings.file.choose'),
      keyName: 'Control+O',
      onAction: () => picker.current?.click(),
      isDisabled: props.isBusy,
    },
  ];
  if (hasLogo) {
    actions.push({
      label: text('settings.logo.remove'),
      keyName: 'Delete',
      onAction: () => setRemoving(true),
      isDisabled: props.isBusy,
    });
  }
  return (
    <FieldsQuestion
      title={hasLogo ? 'settings.logo.other' : 'settings.logo.which'}
      hint="settings.logo.hint"
      fields={[
        {
          name: 'path',
          label: 'settings.logo.path',
          description: text(hasLogo ? 'settings.logo.set' : 'settings.logo.notSet'),
        },
      ]}
      values={{ path }}
      isValid={(_, value) => value.trim() !== '' && value.length <= 1000}
      onChange={(_, value) => {
        props.clearProblem();
        setPath(value);
      }}
      nextLabel="settings.save"
      onComplete={() => save(path.trim())}
      onBack={props.onBack}
      isBusy={props.isBusy}
      actions={actions}
    >
      <FilePicker
        inputRef={picker}
        acceptedTypes=".png,image/png"
        onFile={(file) => void loadFile(file)}
      />
      {isLarge ? <Notice tone="refused" title={text('settings.file.large')} /> : null}
      {isRemoving ? (
        <Dialog
          title={text('settings.logo.remove')}
          onClose={() => setRemoving(false)}
          closeLabel={text('setup.back')}
          actions={[
            {
              label: text('settings.logo.remove'),
              keyName: 'Enter',
              variant: 'danger',
              onAction: () => {
                setRemoving(false);
                save(null);
              },
            },
          ]}
        >
          <p>{text('settings.logo.removeExplanation')}</p>
        </Dialog>
      ) : null}
      <SaveNotice {...props} />
    </FieldsQuestion>
  );
}
