import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../components/ui/icon-button.tsx';
import { type FieldProps, TextField } from './text-field.tsx';

/** Password field. The password is masked unless the user reveals it. */
export function PasswordField(props: FieldProps) {
  const { t } = useTranslation('account');
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      className="pe-12 rtl:ps-12 rtl:pe-3 rtl:text-end"
      inset={
        <IconButton
          label={t(isShown ? 'fields.hidePassword' : 'fields.showPassword')}
          className="absolute inset-y-0 end-1 my-auto"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden size={17} /> : <Eye aria-hidden size={17} />}
        </IconButton>
      }
    />
  );
}
