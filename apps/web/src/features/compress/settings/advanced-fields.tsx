import { ArchiveField } from './archive-field.tsx';
import { FilterField } from './filter-field.tsx';
import { MoreFields } from './more-fields.tsx';
import { ResizeFields } from './resize-fields.tsx';
import { useSettings } from './settings-context.tsx';

/**
 * Content of the collapsible section of the settings. Archives have no fields for resizing and filters, because they
 * contain the image unchanged.
 */
export function AdvancedFields() {
  const { isArchiving } = useSettings().form;
  return (
    <>
      <ArchiveField />
      {!isArchiving && (
        <>
          <ResizeFields />
          <FilterField />
        </>
      )}
      <MoreFields />
    </>
  );
}
