#compdef mgi
# zsh completion for mgi: eval "$(mgi completion zsh)"
_mgi() {
  local -a commands
  commands=(
    'run:Test a gateway, judge every exchange and write reports.'
    'watch:Run all tests, then send failed cases again after each change.'
    'init:Write a config file with comments.'
    'serve:Start the reference server.'
    'check:Judge recorded traffic: evidence, HARs, cassettes. Sends nothing.'
    'examples:Save recorded requests as examples for mgi run.'
    'proxy:Forward real traffic to a gateway, unaltered, and judge it.'
    'report:Render results again, in any format. Sends nothing.'
    'diff:Compare two runs: new failures, fixed failures and missing tests.'
    'compare:Show the results of several implementations side by side.'
    'merge:Merge several runs into one, such as the shards of a run.'
    'bundle:Pack a run into a bundle that others can verify.'
    'verify:Check that a bundle is complete and its verdict follows from its evidence.'
    'requirements:List and explain the requirements.'
    'openapi:Write the specification as OpenAPI 3.1.'
    'faults:List the deliberate defects of the reference server.'
    'selftest:Test the suite itself with deliberate faults.'
    'completion:Print a shell completion script.'
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
    run)
      _arguments \
        '--key[The API key; prefer the environment variable MGI_API_KEY.]:K:_files' \
        '--config[The config file (default mgi.config.yaml, .yml or .json, if it exists).]:FILE:_files' \
        '*--area[The areas to test (default\: all). Values\: images, token-usage, content-generation, messages.]:LIST:(images token-usage content-generation messages)' \
        '*--requirement[Test only requirements whose id matches one of these globs (* matches any characters). Repeatable.]:GLOB:_files' \
        '*--plugin[ES modules with your own requirements (defineRequirement), which are judged as well. Repeatable.]:FILE:_files' \
        '--profile[The amount of requests\: smoke (seconds), standard (certification; the default) or thorough (exhaustive).]:P:(smoke standard thorough)' \
        '--seed[The seed of random requests (default 1). The same seed sends the same requests; random draws a new seed for each run and prints it.]:N:_files' \
        '--shard[Send only part I of N of the plan, written as I/N. mgi merge joins the parts.]:I/N:_files' \
        '--explore[Random requests to send after the plan\: their number, or a duration such as 90s, 10m or 2h (default\: none).]:N|TIME:_files' \
        '--max-requests[The maximum number of requests.]:N:_files' \
        '--max-billed[The maximum number of accepted (billed) model calls. Default\: 40 (smoke), 600 (standard) or 1000 (thorough), more if the plan needs it.]:N:_files' \
        '--max-images[The maximum number of generated (billed) images. Default\: 20 (smoke), 120 (standard) or 500 (thorough), more if the plan needs it.]:N:_files' \
        '--max-time[Time after which no further request is sent\: seconds, or a duration such as 90s, 10m or 2h.]:TIME:_files' \
        '--proxy[URL of an HTTP proxy for all requests, with its user name and password if it needs them (default\: HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the environment).]:URL:_files' \
        '--concurrency[The maximum number of concurrent requests (default 4, but 8 in the checks that replies do not mix).]:N:_files' \
        '--rate[The maximum number of requests per second (default\: no limit).]:R:_files' \
        '--timeout[Timeout of one exchange\: seconds, or a duration such as 30s or 5m (default 60).]:TIME:_files' \
        '--edition[The edition that decides which requirements count (default\: the newest; docs/editions.md).]:NAME:_files' \
        '--strict[Fail the run if an implied requirement fails.]' \
        '*--clients[Clients that the report has a verdict for, such as openai and anthropic-sdk; docs/clients.md lists them.]:LIST:_files' \
        '--gate-on[The basis of the exit status\: the verdict (default), the effects of failures on the clients (needs clients), or what happens behind the gateway (needs upstream).]:WHAT:(verdict clients upstream)' \
        '--known-failures[Known failures, which do not fail the run\: a file with a list, or in the config file the list itself.]:FILE:_files' \
        '*--mask[Regular expressions (RE2) of text to mask, for example names of customers. Reports, evidence and the terminal show «masked» instead. Patterns of the command line are added to those of the config file. Repeatable.]:PATTERN:_files' \
        '--out[The folder for reports and evidence (default mgi-report).]:DIR:_files' \
        '*--reporter[The reports to write\: html, json, junit, markdown, terminal, text, ctrf, har, github, badge or ndjson (default json, html, junit). NAME=PATH writes one to a file of its own, NAME=- to standard output.]:LIST:(html json junit markdown terminal text ctrf har github badge ndjson)' \
        '--quiet[Print errors only.]' \
        '--verbose[Print every finding, not a summary of at most 60 lines.]' \
        '--label[The name of the gateway in reports.]:NAME:_files' \
        '--target-version[The version of the gateway in reports.]:V:_files' \
        '--docs[Base URL of a documentation site of this suite (http or https). Reports link each requirement to its page there.]:URL:_files' \
        '--plan[Show what would be sent and its maximum cost; send nothing.]' \
        '--replay[Send one case of the evidence in --out again and compare the results (without URL\: to its target).]:CASE:_files' \
        '*--allow-origin[Also fetch images from this origin; repeatable (default\: the origin of the target only).]:URL:_files' \
        '--ca[PEM file of an additional certificate authority to trust.]:FILE:_files' \
        '--cert[PEM file of a client certificate; with --cert-key.]:FILE:_files' \
        '--cert-key[PEM file of the private key; with --cert.]:FILE:_files' \
        '--insecure[Disable TLS certificate verification (unsafe).]' \
        '--upstream[Also play the provider behind the gateway, at this port, and judge what the gateway passes on (docs/upstream.md). Needs the packages of the reference server (docs/install.md).]:PORT:_files' \
        '--upstream-host[The address at which the upstream listens (default 127.0.0.1, which only this machine reaches).]:HOST:_files' \
        '--upstream-key[The key that the gateway sends to the upstream (default\: MGI_UPSTREAM_KEY, or a new one, which the first line shows).]:K:_files' \
        '--no-strict[Disable strict mode that the config file enables.]' \
        '--write-known-failures[Write the failures of this run as a list of known failures.]:FILE:_files' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    watch)
      _arguments \
        '*--on-change[A file or folder of the gateway\: when it changes, failed cases are sent again; repeatable.]:PATH:_files' \
        '--restart[The command that starts the gateway\: run at the start and after each change of a file, stopped at the end.]:CMD:_files' \
        '*--restart-env[Hand this environment variable to the command of --restart although it contains a key of the run; repeatable.]:NAME:_files' \
        '--port[The port of the page; 0 is any free port (default 0).]:N:_files' \
        '--key[The API key; prefer the environment variable MGI_API_KEY.]:K:_files' \
        '--config[The config file (default mgi.config.yaml, .yml or .json, if it exists).]:FILE:_files' \
        '*--area[The areas to test (default\: all). Values\: images, token-usage, content-generation, messages.]:LIST:(images token-usage content-generation messages)' \
        '*--requirement[Test only requirements whose id matches one of these globs (* matches any characters). Repeatable.]:GLOB:_files' \
        '*--plugin[ES modules with your own requirements (defineRequirement), which are judged as well. Repeatable.]:FILE:_files' \
        '--profile[The amount of requests\: smoke (seconds), standard (certification; the default) or thorough (exhaustive).]:P:(smoke standard thorough)' \
        '--seed[The seed of random requests (default 1). The same seed sends the same requests; random draws a new seed for each run and prints it.]:N:_files' \
        '--explore[Random requests to send after the plan\: their number, or a duration such as 90s, 10m or 2h (default\: none).]:N|TIME:_files' \
        '--max-requests[The maximum number of requests.]:N:_files' \
        '--max-billed[The maximum number of accepted (billed) model calls. Default\: 40 (smoke), 600 (standard) or 1000 (thorough), more if the plan needs it.]:N:_files' \
        '--max-images[The maximum number of generated (billed) images. Default\: 20 (smoke), 120 (standard) or 500 (thorough), more if the plan needs it.]:N:_files' \
        '--max-time[Time after which no further request is sent\: seconds, or a duration such as 90s, 10m or 2h.]:TIME:_files' \
        '--proxy[URL of an HTTP proxy for all requests, with its user name and password if it needs them (default\: HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the environment).]:URL:_files' \
        '--concurrency[The maximum number of concurrent requests (default 4, but 8 in the checks that replies do not mix).]:N:_files' \
        '--rate[The maximum number of requests per second (default\: no limit).]:R:_files' \
        '--timeout[Timeout of one exchange\: seconds, or a duration such as 30s or 5m (default 60).]:TIME:_files' \
        '--edition[The edition that decides which requirements count (default\: the newest; docs/editions.md).]:NAME:_files' \
        '--strict[Fail the run if an implied requirement fails.]' \
        '*--clients[Clients that the report has a verdict for, such as openai and anthropic-sdk; docs/clients.md lists them.]:LIST:_files' \
        '--gate-on[The basis of the exit status\: the verdict (default), the effects of failures on the clients (needs clients), or what happens behind the gateway (needs upstream).]:WHAT:(verdict clients upstream)' \
        '--known-failures[Known failures, which do not fail the run\: a file with a list, or in the config file the list itself.]:FILE:_files' \
        '*--mask[Regular expressions (RE2) of text to mask, for example names of customers. Reports, evidence and the terminal show «masked» instead. Patterns of the command line are added to those of the config file. Repeatable.]:PATTERN:_files' \
        '--out[The folder for reports and evidence (default mgi-report).]:DIR:_files' \
        '*--reporter[The reports to write\: html, json, junit, markdown, terminal, text, ctrf, har, github, badge or ndjson (default json, html, junit). NAME=PATH writes one to a file of its own, NAME=- to standard output.]:LIST:(html json junit markdown terminal text ctrf har github badge ndjson)' \
        '--quiet[Print errors only.]' \
        '--verbose[Print every finding, not a summary of at most 60 lines.]' \
        '--label[The name of the gateway in reports.]:NAME:_files' \
        '--target-version[The version of the gateway in reports.]:V:_files' \
        '--docs[Base URL of a documentation site of this suite (http or https). Reports link each requirement to its page there.]:URL:_files' \
        '*--allow-origin[Also fetch images from this origin; repeatable (default\: the origin of the target only).]:URL:_files' \
        '--ca[PEM file of an additional certificate authority to trust.]:FILE:_files' \
        '--cert[PEM file of a client certificate; with --cert-key.]:FILE:_files' \
        '--cert-key[PEM file of the private key; with --cert.]:FILE:_files' \
        '--insecure[Disable TLS certificate verification (unsafe).]' \
        '--upstream[Also play the provider behind the gateway, at this port, and judge what the gateway passes on (docs/upstream.md). Needs the packages of the reference server (docs/install.md).]:PORT:_files' \
        '--upstream-host[The address at which the upstream listens (default 127.0.0.1, which only this machine reaches).]:HOST:_files' \
        '--upstream-key[The key that the gateway sends to the upstream (default\: MGI_UPSTREAM_KEY, or a new one, which the first line shows).]:K:_files' \
        '--no-strict[Disable strict mode that the config file enables.]' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    init)
      _arguments \
        '--force[Overwrite an existing file.]' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    serve)
      _arguments \
        '--port[The port to listen on; 0 is any free port (default 0).]:N:_files' \
        '--host[The address to listen on (default 127.0.0.1).]:H:_files' \
        '*--key[A valid key; repeatable (default test-key).]:K:_files' \
        '*--model[Another name for a model, such as content=gemini-2.5-flash; * is any name; repeatable.]:MODEL=NAME:_files' \
        '--log[Print each request on stderr\: method, path, status, time, the faults that changed the response, and its error.]' \
        '--cors[Let pages of this origin use it; * is any origin.]:ORIGIN:_files' \
        '*--fault[Apply this deliberate defect; repeatable.]:ID:_files' \
        '--on[Apply the faults to this operation only, such as images.edit.]:OPERATION:_files' \
        '--fault-seed[Seed that chooses the requests of ID@N/M (default 1).]:N:_files' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    check)
      _arguments \
        '--edition[The edition that decides which requirements count (default\: that of the runs, or the newest; docs/editions.md).]:NAME:_files' \
        '--strict[Fail the run if an implied requirement fails.]' \
        '--known-failures[A list of known failures, which do not fail the run.]:FILE:_files' \
        '*--plugin[ES modules with your own requirements (defineRequirement), which are judged as well. Repeatable.]:FILE:_files' \
        '--target[For HARs and cassettes\: the base URL of the gateway (default\: that of each host in them).]:URL:_files' \
        '--key[For HARs and cassettes\: the valid key (or MGI_API_KEY; default\: the key that was accepted most often).]:KEY:_files' \
        '--config[For HARs and cassettes\: the config with the names of models and headers (default mgi.config.yaml, .yml or .json).]:FILE:_files' \
        '*--vendor-headers[The vendors whose usual header names are read, and in recordings their usual paths\: anthropic, google, openai (with Vertex AI and Azure), or none (default\: the header names of all, no paths).]:LIST:_files' \
        '*--mask[Regular expressions (RE2) of text to mask, for example names of customers. Reports, evidence and the terminal show «masked» instead. Patterns of the command line are added to those of the config file. Repeatable.]:PATTERN:_files' \
        '--out[Folder for reports.]:DIR:_files' \
        '*--reporter[The reports to write\: html, json, junit, markdown, terminal, text, ctrf, har, github, badge, ndjson (with --out json, html, junit). NAME=PATH writes one to a file of its own, NAME=- to standard output.]:LIST:_files' \
        '--docs[Base URL of a documentation site of this suite (http or https). Reports link each requirement to its page there.]:URL:_files' \
        '--quiet[Print errors only.]' \
        '--verbose[Print every finding, not a summary of at most 60 lines.]' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    examples)
      _arguments \
        '--save[The folder for the examples; name it under examples\: in the config.]:DIR:_files' \
        '--target[For HARs and cassettes\: the base URL of the gateway (default\: that of each host in them).]:URL:_files' \
        '--key[For HARs and cassettes\: the valid key (or MGI_API_KEY; default\: the key that was accepted most often).]:KEY:_files' \
        '--config[For HARs and cassettes\: the config with the names of models and headers (default mgi.config.yaml, .yml or .json).]:FILE:_files' \
        '*--vendor-headers[The vendors whose usual header names are read, and in recordings their usual paths\: anthropic, google, openai (with Vertex AI and Azure), or none (default\: the header names of all, no paths).]:LIST:_files' \
        '*--mask[Regular expressions (RE2) of text to mask, for example names of customers. Reports, evidence and the terminal show «masked» instead. Patterns of the command line are added to those of the config file. Repeatable.]:PATTERN:_files' \
        '--quiet[Print errors only.]' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    proxy)
      _arguments \
        '--target[The base URL of the gateway (or target\: in the config).]:URL:_files' \
        '--port[The port to listen on; 0 is any free port (default 0).]:N:_files' \
        '--host[The address to listen on (default 127.0.0.1).]:H:_files' \
        '--admin-port[A second port with /healthz and /metrics (OpenMetrics).]:N:_files' \
        '--admin-host[The address of the second port (default 127.0.0.1).]:H:_files' \
        '--cert[Use TLS for clients, with this certificate (PEM).]:FILE:_files' \
        '--key-file[The private key of --cert (PEM).]:FILE:_files' \
        '--forwarded[Send the address of the client to the gateway\: append to X-Forwarded-For; add X-Forwarded-Proto and -Host if missing.]' \
        '--ca[Also trust this authority for the target (PEM).]:FILE:_files' \
        '--key[A valid key (or MGI_API_KEY); other keys count as valid once they were accepted.]:KEY:_files' \
        '--config[The config with target, names of models and headers, and what is unsupported (default mgi.config.yaml, .yml or .json).]:FILE:_files' \
        '*--vendor-headers[The vendors whose usual header names are read, and in recordings their usual paths\: anthropic, google, openai (with Vertex AI and Azure), or none (default\: the header names of all, no paths).]:LIST:_files' \
        '--sample[Judge N of every M requests, chosen at random (default all).]:N/M:_files' \
        '--remember[Compare N exchanges with one another, then keep only counts, verdicts and first findings (default 20000).]:N:_files' \
        '*--plugin[An ES module with requirements of your own (defineRequirement); repeatable (also plugins\: in the config).]:FILE:_files' \
        '--keep[Write complete exchanges, including user text, to exchanges.ndjson in --out (default\: bodies are dropped).]:bodies:_files' \
        '*--mask[Regular expressions (RE2) of text to mask, for example names of customers. Reports, evidence and the terminal show «masked» instead. Patterns of the command line are added to those of the config file. Repeatable.]:PATTERN:_files' \
        '--save-examples[Save requests with different features as examples for mgi run, without user text (with --keep bodies\: including it).]:DIR:_files' \
        '--edition[The edition that decides which requirements count (default\: the newest; docs/editions.md).]:NAME:_files' \
        '--strict[Fail the run if an implied requirement fails.]' \
        '--known-failures[A list of known failures, which do not fail the run.]:FILE:_files' \
        '--out[Folder for reports (default ./mgi-report).]:DIR:_files' \
        '*--reporter[The reports to write\: html, json, junit, markdown, terminal, text, ctrf, har, github, badge or ndjson (default json, html, junit). NAME=PATH writes one to a file of its own, NAME=- to standard output.]:LIST:(html json junit markdown terminal text ctrf har github badge ndjson)' \
        '--docs[Base URL of a documentation site of this suite (http or https). Reports link each requirement to its page there.]:URL:_files' \
        '--quiet[Print errors only.]' \
        '--verbose[Print every finding, not a summary of at most 60 lines.]' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    report)
      _arguments \
        '*--reporter[The reports to write\: html, json, junit, markdown, terminal, text, ctrf, har, github, badge, ndjson (with --out json, html, junit). NAME=PATH writes one to a file of its own, NAME=- to standard output.]:LIST:_files' \
        '--out[Folder for reports.]:DIR:_files' \
        '--docs[Base URL of a documentation site of this suite (http or https). Reports link each requirement to its page there.]:URL:_files' \
        '--quiet[Print errors only.]' \
        '--verbose[Print every finding, not a summary of at most 60 lines.]' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    diff)
      _arguments \
        '*--reporter[Output format\: terminal, markdown, html, json on stdout, NAME=PATH in a file (default terminal).]:LIST:_files' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    compare)
      _arguments \
        '--edition[Compare by this edition\: results of other editions are judged again from the evidence beside them.]:NAME:_files' \
        '*--plugin[ES modules with your own requirements (defineRequirement), which are judged as well. Repeatable.]:FILE:_files' \
        '*--reporter[Output format\: terminal, markdown, html, json on stdout, NAME=PATH in a file (default terminal).]:LIST:_files' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    merge)
      _arguments \
        '--edition[The edition that decides which requirements count (default\: that of the runs, or the newest; docs/editions.md).]:NAME:_files' \
        '--strict[Fail the run if an implied requirement fails.]' \
        '*--plugin[ES modules with your own requirements (defineRequirement), which are judged as well. Repeatable.]:FILE:_files' \
        '--known-failures[A list of known failures, which do not fail the merged run.]:FILE:_files' \
        '--out[Folder for the merged evidence and the reports.]:DIR:_files' \
        '*--reporter[The reports to write\: html, json, junit, markdown, terminal, text, ctrf, har, github, badge, ndjson (with --out json, html, junit). NAME=PATH writes one to a file of its own, NAME=- to standard output.]:LIST:_files' \
        '--docs[Base URL of a documentation site of this suite (http or https). Reports link each requirement to its page there.]:URL:_files' \
        '--quiet[Print errors only.]' \
        '--verbose[Print every finding, not a summary of at most 60 lines.]' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    bundle)
      _arguments \
        '--out[The folder to create; it must not exist yet (default mgi-bundle).]:DIR:_files' \
        '*--plugin[ES modules with your own requirements (defineRequirement), which are judged as well. Repeatable.]:FILE:_files' \
        '--publish[Make its files readable for all, and print the Markdown that shows its badge from this address.]:URL:_files' \
        '--sign[Sign it with this Ed25519 private key.]:KEY.pem:_files' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    verify)
      _arguments \
        '--key[Require a signature of this Ed25519 key.]:PUB.pem:_files' \
        '*--plugin[ES modules with your own requirements (defineRequirement), which are judged as well. Repeatable.]:FILE:_files' \
        '--edition[Require that it was judged by this edition.]:NAME:_files' \
        '--expect[Require this verdict\: conforming, no-new-failure, nonconforming, inconclusive.]:VERDICT:_files' \
        '--unlimited[Require a run that left nothing out.]' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    requirements)
      _arguments \
        '--edition[Only those of this edition, at its levels (default\: all).]:NAME:_files' \
        '--against[Instead, list what differs from this edition.]:NAME:_files' \
        '--json[Print all details as a JSON array.]' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    openapi)
      _arguments \
        '--server[The base URL of your gateway, for servers in the document.]:URL:_files' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    faults)
      _arguments \
        '--triggers[Instead, the first N faults drawn from a seed, each with its trigger and its effect.]:N:_files' \
        '--seed[With --triggers\: the seed (default 1).]:N:_files' \
        '--json[Print them as a JSON array.]' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    selftest)
      _arguments \
        '*--area[Only these areas\: images, token-usage, content-generation, messages.]:LIST:_files' \
        '*--fault[Only faults whose id matches; repeatable.]:GLOB:_files' \
        '*--variant[Only variants whose id matches; repeatable.]:GLOB:_files' \
        '--profile[How much each run sends\: smoke, standard, thorough (default standard).]:P:_files' \
        '--seed[The first seed (default 1).]:N:_files' \
        '--seeds[Number of seeds, starting with the first one (default 1).]:N:_files' \
        '--on[Limit faults to one operation\: OP, or each (for faults that affect several operations, each in turn).]:OP:_files' \
        '--together[Test gateways with N faults of one area at once, instead of single faults.]:N:_files' \
        '--rounds[With --together\: the number of such gateways (default 60).]:N:_files' \
        '--triggers[Test N faults with drawn triggers, instead of the faults that always occur.]:N:_files' \
        '--explore[Draw N more requests in each run.]:N:_files' \
        '--known-failures[For each fault, list the failures as known and run again\: the second run must end with status 0.]' \
        '--upstream[Test gateways with the suite on both sides of them (mgi run --upstream), instead of the reference server.]' \
        '--shard[Only part I of N of the tests.]:I/N:_files' \
        '--jobs[Number of tests to run at the same time (default\: number of cores).]:N:_files' \
        '--out[Folder for selftest.json (default mgi-selftest).]:DIR:_files' \
        '--quiet[Print errors only.]' \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
    completion)
      _arguments \
        '--help[Show the help of the command.]' \
        '*:file:_files'
      ;;
  esac
}
compdef _mgi mgi
