# Records with VCR. Arguments: gateway URL, folder, name.
require 'json'
require 'net/http'
require 'vcr'
require 'webmock'

gateway, folder, name = ARGV
VCR.configure do |config|
  config.cassette_library_dir = folder
  config.hook_into :webmock
end

# Returns a part of a form: a text, or a file in base64.
def part_of(part)
  return [part['name'], part['value']] unless part.key?('base64')

  file = StringIO.new(part['base64'].unpack1('m'))
  [part['name'], file, { filename: part['file'], content_type: part['type'] }]
end

VCR.use_cassette(name, record: :all) do
  JSON.parse(File.read(ENV.fetch('REQUESTS'))).each do |one|
    address = URI(gateway + one['path'])
    sent = Net::HTTPGenericRequest.new(one['method'], one['method'] != 'GET', true, address, one['headers'])
    sent.body = one['json'] if one.key?('json')
    sent.set_form(one['form'].map { |part| part_of(part) }, 'multipart/form-data') if one.key?('form')
    Net::HTTP.start(address.host, address.port) { |http| http.request(sent) }
  end
end
