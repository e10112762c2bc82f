module recorders

go 1.21

require gopkg.in/dnaeon/go-vcr.v3 v3.2.0

require gopkg.in/yaml.v3 v3.0.1 // indirect
