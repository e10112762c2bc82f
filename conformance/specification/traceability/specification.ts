import type { Report } from '../../core/model/report.ts'

/** The specification on which the catalogue is based: its title, and the SHA-256 of its bytes. */
export const specification: Report['specification'] = {
  title: 'Model Gateway Interface: Images, Token Usage, Content Generation, Messages',
  digest: 'sha256:bb21868687effce1fb4ab41d6635e2edaf0981f4e33ec1d6ed77329628071054',
}
