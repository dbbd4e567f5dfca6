import plain from 'bootstrap-icons/icons/file-earmark.svg?raw'
import code from 'bootstrap-icons/icons/file-earmark-code.svg?raw'
import image from 'bootstrap-icons/icons/file-earmark-image.svg?raw'
import pdf from 'bootstrap-icons/icons/file-earmark-pdf.svg?raw'
import slides from 'bootstrap-icons/icons/file-earmark-slides.svg?raw'
import spreadsheet from 'bootstrap-icons/icons/file-earmark-spreadsheet.svg?raw'
import text from 'bootstrap-icons/icons/file-earmark-text.svg?raw'
import zip from 'bootstrap-icons/icons/file-earmark-zip.svg?raw'
import { extensionOf } from '#shared/contract/files.ts'
import { Icon } from '../../components/icon.tsx'

const icons: [icon: string, extensions: string][] = [
  [pdf, 'pdf'],
  [image, 'jpg jpeg png gif svg webp avif heic ico'],
  [text, 'txt md doc docx odt rtf log'],
  [spreadsheet, 'csv xls xlsx ods tsv'],
  [slides, 'ppt pptx odp key'],
  [code, 'html htm css js ts tsx json xml yml yaml sql sh'],
  [zip, 'zip gz tgz tar 7z rar'],
]

export function FileIcon({ fileName }: { fileName: string }) {
  const extension = extensionOf(fileName)
  const [icon = plain] = icons.find(([, extensions]) => extensions.split(' ').includes(extension)) ?? []
  return <Icon svg={icon} />
}
