/** Title of the group of pages that also contains the API reference. */
export const referenceGroup = 'Reference';

/** Pages that the gateway makes from the API's document. The navigation of the guide lists them as well. */
export const referencePages = [
  {
    path: '/api/docs',
    title: 'API reference',
    description: 'Every operation with its fields, responses and code to copy.',
  },
  {
    path: '/api/docs/errors',
    title: 'Error codes',
    description: 'Every code, what it means and what to do.',
  },
];
