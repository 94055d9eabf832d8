import { FilterField } from './filter-field.tsx';
import { MoreFields } from './more-fields.tsx';
import { ResizeFields } from './resize-fields.tsx';

/** Content of the collapsible section of the settings. */
export function AdvancedFields() {
  return (
    <>
      <ResizeFields />
      <FilterField />
      <MoreFields />
    </>
  );
}
