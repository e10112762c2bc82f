# bash completion for mgi: eval "$(mgi completion bash)"
_mgi() {
  local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD - 1]}" command="${COMP_WORDS[1]}"
  local options='' choices=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W 'run watch init serve check examples proxy report diff compare merge bundle verify requirements openapi faults selftest completion --help --version' -- "$current"))
    return
  fi
  case "$command" in
    run) options='--key --config --area --requirement --plugin --profile --seed --shard --explore --max-requests --max-billed --max-images --max-time --proxy --concurrency --rate --timeout --edition --strict --clients --gate-on --known-failures --mask --out --reporter --quiet --verbose --label --target-version --docs --plan --replay --allow-origin --ca --cert --cert-key --insecure --upstream --upstream-host --upstream-key --no-strict --write-known-failures --help' ;;
    watch) options='--on-change --restart --restart-env --port --key --config --area --requirement --plugin --profile --seed --explore --max-requests --max-billed --max-images --max-time --proxy --concurrency --rate --timeout --edition --strict --clients --gate-on --known-failures --mask --out --reporter --quiet --verbose --label --target-version --docs --allow-origin --ca --cert --cert-key --insecure --upstream --upstream-host --upstream-key --no-strict --help' ;;
    init) options='--force --help' ;;
    serve) options='--port --host --key --model --log --cors --fault --on --fault-seed --help' ;;
    check) options='--edition --strict --known-failures --plugin --target --key --config --vendor-headers --mask --out --reporter --docs --quiet --verbose --help' ;;
    examples) options='--save --target --key --config --vendor-headers --mask --quiet --help' ;;
    proxy) options='--target --port --host --admin-port --admin-host --cert --key-file --forwarded --ca --key --config --vendor-headers --sample --remember --plugin --keep --mask --save-examples --edition --strict --known-failures --out --reporter --docs --quiet --verbose --help' ;;
    report) options='--reporter --out --docs --quiet --verbose --help' ;;
    diff) options='--reporter --help' ;;
    compare) options='--edition --plugin --reporter --help' ;;
    merge) options='--edition --strict --plugin --known-failures --out --reporter --docs --quiet --verbose --help' ;;
    bundle) options='--out --plugin --publish --sign --help' ;;
    verify) options='--key --plugin --edition --expect --unlimited --help' ;;
    requirements) options='--edition --against --json --help' ;;
    openapi) options='--server --help' ;;
    faults) options='--triggers --seed --json --help' ;;
    selftest) options='--area --fault --variant --profile --seed --seeds --on --together --rounds --triggers --explore --known-failures --upstream --shard --jobs --out --quiet --help' ;;
    completion) options='--help' ;;
  esac
  case "$command $before" in
    'run --area') choices='images token-usage content-generation messages' ;;
    'run --profile') choices='smoke standard thorough' ;;
    'run --gate-on') choices='verdict clients upstream' ;;
    'run --reporter') choices='html json junit markdown terminal text ctrf har github badge ndjson' ;;
    'watch --area') choices='images token-usage content-generation messages' ;;
    'watch --profile') choices='smoke standard thorough' ;;
    'watch --gate-on') choices='verdict clients upstream' ;;
    'watch --reporter') choices='html json junit markdown terminal text ctrf har github badge ndjson' ;;
    'proxy --reporter') choices='html json junit markdown terminal text ctrf har github badge ndjson' ;;
  esac
  if [ -n "$choices" ]; then COMPREPLY=($(compgen -W "$choices" -- "$current"))
  elif [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))
  else COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _mgi mgi
